package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Encode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  private final MeterRegistry metrics = new SimpleMeterRegistry();
  private final Workers workers = new Workers(new OnlyDeadline(Duration.ofHours(1)), metrics);
  private final Workers workersWithoutTime = new Workers(new OnlyDeadline(Duration.ZERO), metrics);

  /** A configuration whose deadline may be shorter than the service accepts. */
  private record OnlyDeadline(Duration deadline) implements SymbolicationConfig {
    @Override
    public int maxScripts() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int maxOrigins() {
      throw new UnsupportedOperationException();
    }
  }

  @AfterEach
  void stop() {
    workers.stop();
    workersWithoutTime.stop();
  }

  private static RequestBody body(String coding) {
    return body(coding, new ByteBudget(1 << 20).open());
  }

  private static RequestBody body(String coding, ByteBudget.Lease lease) {
    ContentCodings.Supported codings = (ContentCodings.Supported) ContentCodings.parse(coding);
    return new RequestBody(
        new Decoder(ContentCodings.NONE, 100, lease),
        codings,
        new BodyReader.MaxSize(100, "key"),
        lease);
  }

  @Test
  void deadlineIncludesTheTimeInTheQueue() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    List<CompletionStage<Deadline>> deadlines = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      deadlines.add(
          workers.run(
              body("br"),
              "default",
              limits -> {
                Await.value(answer);
                return CompletableFuture.completedFuture(limits.deadline());
              }));
    }
    CompletionStage<Deadline> queued =
        workers.run(
            body("br"), "default", limits -> CompletableFuture.completedFuture(limits.deadline()));
    long begun = Deadline.in(Duration.ofHours(1)).nanoTime();
    answer.complete("");
    for (CompletionStage<Deadline> each : deadlines) {
      assertEquals(false, Await.value(each).nanoTime() > begun);
    }
    assertEquals(false, Await.value(queued).nanoTime() > begun);
  }

  @Test
  void bodyStaysChargedUntilItsWorkEndsAfterItsRequest() {
    ByteBudget budget = new ByteBudget(1 << 20);
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(1000));
    CompletableFuture<String> begun = new CompletableFuture<>();
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletionStage<String> work =
        workers.run(
            body("br", lease),
            "default",
            limits -> {
              begun.complete("");
              return answer;
            });
    Await.value(begun);
    lease.close();
    assertEquals(1000, budget.used());
    answer.complete("");
    assertEquals("", Await.value(work));
    assertEquals(0, budget.used());
  }

  @Test
  void quickWorkRunsOnTheCallersThread() {
    RequestBody body = body("identity");
    Thread caller = Thread.currentThread();
    CompletionStage<Thread> work =
        workers.run(
            body,
            workers.limits(body, "shop"),
            true,
            () -> CompletableFuture.completedFuture(Thread.currentThread()));
    assertSame(caller, Await.value(work));
  }

  @Test
  void queuedWorkOfAnEndedRequestDoesNotBegin() {
    CompletableFuture<String> busy = new CompletableFuture<>();
    List<CompletionStage<String>> others = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      others.add(
          workers.run(
              body("br"),
              "default",
              limits -> CompletableFuture.completedFuture(Await.value(busy))));
    }
    ByteBudget budget = new ByteBudget(1 << 20);
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(1000));
    CompletableFuture<String> queued =
        workers
            .<String>run(
                body("br", lease),
                "default",
                limits -> {
                  throw new AssertionError("work began for an ended request");
                })
            .toCompletableFuture();
    lease.close();
    assertEquals(1000, budget.used());
    busy.complete("");
    others.forEach(Await::value);
    CompletionException refused = assertThrows(CompletionException.class, queued::join);
    assertInstanceOf(ProblemException.class, refused.getCause());
    assertEquals(0, budget.used());
  }

  @Test
  void bodyIsRefusedWhenNoThreadIsFreeBeforeItsDeadline() {
    for (String coding : new String[] {"br", "zstd", "gzip", "identity"}) {
      CompletionException refused =
          assertThrows(
              CompletionException.class,
              () ->
                  workersWithoutTime
                      .run(
                          body(coding),
                          "default",
                          context -> {
                            throw new AssertionError("work began behind the deadline");
                          })
                      .toCompletableFuture()
                      .join());
      Problem problem = assertInstanceOf(ProblemException.class, refused.getCause()).problem();
      assertEquals("overloaded", problem.name());
      assertEquals(503, problem.status());
      assertEquals("symbolicator.symbolication.deadline", problem.limit());
    }
  }

  private Set<Thread> threadsOf(Supplier<RequestBody> body, int jobs) {
    List<CompletionStage<Thread>> running = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      running.add(
          workers.run(
              body.get(),
              "default",
              limits -> CompletableFuture.completedFuture(Thread.currentThread())));
    }
    Set<Thread> threads = new HashSet<>();
    running.forEach(job -> threads.add(Await.value(job)));
    return threads;
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "gzip, br"})
  void bodiesWhoseDecoderNeedsAWindowAreInflatedOnTwoThreads(String coding) {
    assertEquals(2, threadsOf(() -> body(coding), 20).size());
  }

  @Test
  void zstdWithoutHeaderIsInflatedOnTheTwoThreadsToo() {
    Set<Thread> threads =
        threadsOf(
            () -> {
              ByteBudget.Lease lease = new ByteBudget(1 << 20).open();
              Decoder decoder = new Decoder(ContentCodings.NONE, 1000, lease, true);
              assertTrue(decoder.accept(Encode.zstd(new byte[] {1, 2, 3})));
              return new RequestBody(
                  decoder, ContentCodings.NONE, new BodyReader.MaxSize(100, "key"), lease);
            },
            20);
    assertEquals(2, threads.size());
    assertTrue(threads.containsAll(threadsOf(() -> body("br"), 20)));
  }

  @Test
  void otherBodiesHaveTwoThreadsAProcessor() {
    int most = 2 * Runtime.getRuntime().availableProcessors();
    assertEquals(most, threadsOf(() -> body("gzip"), 10 * most).size());
  }
}
