package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.batch.BatchAnswer.BatchLine;
import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.batch.BatchRunner.BatchMemory;
import dev.symbolicator.api.http.AnswerBody.AnswerPage;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.SentRequest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Holds lines at the edges of a batch's memory; nothing of the answer is sent. */
class BatchAnswerTest {
  private static final BatchLimits LIMITS = new BatchLimits(1, 3, 8_000, 2_000, 1);
  private static final long SHARE = 5_000;
  private static final Vertx VERTX = Vertx.vertx();

  private final ByteBudget budget = new ByteBudget(4 * SHARE);
  private final BatchMemory memory = new BatchMemory(budget, SHARE);
  private final BatchAnswer answer =
      new BatchAnswer(VERTX, request(), LIMITS, memory, Duration.ofSeconds(30), null);

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static HttpServerRequest request() {
    HttpServerResponse response =
        proxy(HttpServerResponse.class, true); // The write queue is always full.
    return (HttpServerRequest)
        Proxy.newProxyInstance(
            BatchAnswerTest.class.getClassLoader(),
            new Class<?>[] {HttpServerRequest.class},
            (self, method, arguments) -> response);
  }

  private static <T> T proxy(Class<T> type, boolean answer) {
    return type.cast(
        Proxy.newProxyInstance(
            BatchAnswerTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                method.getReturnType() == boolean.class
                    ? answer
                    : method.getReturnType() == type ? self : null));
  }

  /** Adds a line that holds memory and is answered, so that the window does not matter. */
  private void hold(long bytes) {
    BatchLine line = added(bytes);
    answer.answered(line, new ArrayDeque<>(List.of(AnswerPage.of(new byte[] {'{', '}'}))));
  }

  private BatchLine added(long bytes) {
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(bytes));
    BatchLine line = new BatchLine(1, lease, new byte[0], null);
    answer.add(line);
    return line;
  }

  /** Has all batches use a number of bytes. */
  private void use(long bytes) {
    memory.count(bytes - memory.used());
  }

  @Test
  void assuredBytesAreHeldAlsoWhileTheShareIsUsedUp() {
    use(SHARE);
    hold(LIMITS.assuredBytes() - 1);
    assertTrue(answer.hasRoom());
    hold(1);
    assertFalse(answer.hasRoom());
  }

  @Test
  void moreThanAssuredBytesAreHeldUntilTheShareIsUsedUp() {
    hold(LIMITS.assuredBytes());
    use(SHARE - 1);
    assertTrue(answer.hasRoom());
    use(SHARE);
    assertFalse(answer.hasRoom());
    use(SHARE - 1);
    assertTrue(answer.hasRoom());
  }

  @Test
  void linesOfOneBatchUseUpTheShare() {
    hold(SHARE - 1);
    assertTrue(answer.hasRoom());
    hold(1);
    assertFalse(answer.hasRoom());
    assertEquals(SHARE, memory.used());
    answer.stop();
    assertEquals(0, memory.used());
    assertEquals(0, budget.used());
  }

  @Test
  void unreadBytesAreBoundedAlsoWithinTheShare() {
    BatchAnswer alone =
        new BatchAnswer(
            VERTX,
            request(),
            new BatchLimits(1, 3, 1_000, 2_000, 1),
            memory,
            Duration.ofSeconds(30),
            null);
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(999));
    BatchLine line = new BatchLine(1, lease, new byte[0], null);
    alone.add(line);
    assertTrue(alone.hasRoom());
    assertTrue(lease.grow(1));
    alone.inWork(line);
    assertFalse(alone.hasRoom());
  }

  @Test
  void linesBehindALineInWorkAreBounded() {
    BatchLine first = added(1);
    for (int i = 1; i < LIMITS.window(); i++) {
      assertTrue(answer.hasRoom());
      BatchLine unused = added(1);
    }
    assertFalse(answer.hasRoom());
    answer.answered(first, new ArrayDeque<>(List.of(AnswerPage.of(new byte[] {'{', '}'}))));
    assertTrue(answer.hasRoom());
  }

  @Test
  void clientThatSendsOnWithoutReadingIsRefusedAfterAWhile() throws InterruptedException {
    SentRequest sent = new SentRequest(false); // Takes writes, which do not end.
    BatchAnswer unread =
        new BatchAnswer(VERTX, sent.request(), LIMITS, memory, Duration.ofMillis(20), null);
    ByteBudget.Lease lease = budget.open();
    assertTrue(lease.grow(1));
    BatchLine line = new BatchLine(1, lease, new byte[0], null);
    unread.add(line);
    assertTrue(unread.awaitRoom());
    unread.answered(line, new ArrayDeque<>(List.of(AnswerPage.of(new byte[] {'{', '}'}))));
    Await.until(
        () -> {
          try {
            return !unread.awaitRoom();
          } catch (ProblemException refused) {
            return "max-batch-unread".equals(refused.problem().limit());
          } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
          }
        });
  }

  @Test
  void codecsAreChargedToTheShare() {
    hold(1_000);
    assertNull(memory.take(SHARE - 999, 0));
    Runnable giveBack = memory.take(SHARE - 1_000, 0);
    assertNotNull(giveBack);
    assertEquals(SHARE, memory.used());
    assertEquals(SHARE, budget.used());
    assertNull(memory.take(1, 0));
    giveBack.run();
    assertEquals(1_000, memory.used());
    assertEquals(1_000, budget.used());
  }

  @Test
  void codecsAreChargedToTheBudget() {
    ByteBudget small = new ByteBudget(1_000);
    BatchMemory memory = new BatchMemory(small, SHARE);
    assertNull(memory.take(1_001, 0));
    assertEquals(0, memory.used());
    Runnable giveBack = memory.take(1_000, 0);
    assertNotNull(giveBack);
    giveBack.run();
    assertEquals(0, small.used());
  }
}
