package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import dev.symbolicator.testing.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersLimitsTest {

  /** A pool makes a new thread for each of its first jobs. */
  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "gzip, br"})
  void bodiesWhoseDecoderNeedsAWindowAreInflatedOnTwoThreads(String coding) {
    Workers workers =
        new Workers(
            Settings.of("symbolicator.symbolication.deadline", "1H")
                .read(SymbolicationConfig.class));
    List<CompletionStage<Thread>> jobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      jobs.add(
          workers.run(
              body(coding),
              "default",
              limits -> CompletableFuture.completedFuture(Thread.currentThread())));
    }
    Set<Thread> threads = new HashSet<>();
    jobs.forEach(job -> threads.add(Await.value(job)));
    assertEquals(2, threads.size());
    workers.stop();
  }

  @Test
  void otherBodiesHaveTwoThreadsAProcessor() {
    Workers workers =
        new Workers(
            Settings.of("symbolicator.symbolication.deadline", "1H")
                .read(SymbolicationConfig.class));
    int most = 2 * Runtime.getRuntime().availableProcessors();
    List<CompletionStage<Thread>> jobs = new ArrayList<>();
    for (int i = 0; i < 10 * most; i++) {
      jobs.add(
          workers.run(
              body("gzip"),
              "default",
              limits -> CompletableFuture.completedFuture(Thread.currentThread())));
    }
    Set<Thread> threads = new HashSet<>();
    jobs.forEach(job -> threads.add(Await.value(job)));
    assertEquals(most, threads.size());
    workers.stop();
  }

  @Test
  void zstdWithoutHeaderIsInflatedOnTheTwoThreadsToo() {
    Workers workers =
        new Workers(
            Settings.of("symbolicator.symbolication.deadline", "1H")
                .read(SymbolicationConfig.class));
    ByteBudget.Lease lease = new ByteBudget(1 << 20).open();
    Decoder decoder = new Decoder(ContentCodings.NONE, 1000, lease, true);
    assertTrue(decoder.accept(Encode.zstd(new byte[] {1, 2, 3})));
    String thread =
        Await.value(
            workers.run(
                new RequestBody(decoder, ContentCodings.NONE, lease),
                "default",
                limits -> CompletableFuture.completedFuture(Thread.currentThread().getName())));
    assertTrue(thread.contains("body-decoder"), thread);
    workers.stop();
  }

  private static RequestBody body(String coding) {
    ByteBudget.Lease lease = new ByteBudget(1 << 20).open();
    ContentCodings.Supported codings = (ContentCodings.Supported) ContentCodings.parse(coding);
    return new RequestBody(new Decoder(ContentCodings.NONE, 100, lease), codings, lease);
  }
}
