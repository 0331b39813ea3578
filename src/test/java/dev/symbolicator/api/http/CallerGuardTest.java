package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.access.AccessTokens;
import dev.symbolicator.access.AccessTokens.AccessConfig;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallerGuardTest {
  private static final String SECRET = "0123456789abcdef";

  private static CallerGuard guard(String... keysAndValues) {
    AccessConfig config = Settings.of(keysAndValues).read(AccessConfig.class);
    return new CallerGuard(new AccessTokens(config), new RequestLog(new SimpleMeterRegistry()));
  }

  private static Problem problem(CallerGuard guard, @Nullable String token, Right right) {
    return assertThrows(ProblemException.class, () -> guard.require(token, right)).problem();
  }

  @Test
  void anybodyReadsWhileNoTokenIsConfigured() {
    Caller anybody = new Caller("default", "", Set.of(Right.READ), List.of());
    assertEquals(anybody, guard().require((String) null, Right.READ));
    assertEquals(anybody, guard().require(SECRET, Right.READ));
  }

  @Test
  void nobodyUploadsWhileNoTokenIsConfigured() {
    Problem problem = problem(guard(), SECRET, Right.UPLOAD);
    assertEquals("forbidden", problem.name());
    assertEquals(
        "Uploads are off until a token and a place for them are configured. Have the operator set"
            + " symbolicator.access.tokens.<name>.value, and symbolicator.maps.directory or"
            + " symbolicator.maps.bucket.name.",
        problem.detail());
  }

  @Test
  void oneTokenForUploadsClosesReading() {
    CallerGuard guard =
        guard(
            "symbolicator.access.tokens.ci.value",
            SECRET,
            "symbolicator.access.tokens.ci.rights",
            "upload");
    assertEquals("ci", guard.require(SECRET, Right.UPLOAD).token());
    assertEquals("unauthorized", problem(guard, null, Right.READ).name());
    assertEquals("unauthorized", problem(guard, "", Right.READ).name());
    assertEquals("unauthorized", problem(guard, null, Right.UPLOAD).name());
    assertEquals("forbidden", problem(guard, SECRET, Right.READ).name());
  }

  @Test
  void workOfAClientThatHasLeftIsCancelledAndIsNoFailure() {
    SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    AccessConfig open = Settings.of().read(AccessConfig.class);
    CallerGuard guard = new CallerGuard(new AccessTokens(open), new RequestLog(metrics));
    Queue<Runnable> waiting = new ArrayDeque<>();
    AtomicBoolean isRun = new AtomicBoolean();
    CompletableFuture<Void> work = CompletableFuture.runAsync(() -> isRun.set(true), waiting::add);
    Vertx vertx = Vertx.vertx();
    try {
      HttpServerRequest request = request(vertx);
      guard.admit(request, Right.READ, caller -> work).subscribe().with(done -> {}).cancel();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
    waiting.remove().run();
    assertTrue(work.isCancelled());
    assertFalse(isRun.get());
    assertEquals(List.of(), metrics.getMeters());
  }

  private static HttpServerRequest request(Vertx vertx) {
    CompletableFuture<HttpServerRequest> received = new CompletableFuture<>();
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(received::complete)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
    Future<?> unused =
        vertx
            .createHttpClient()
            .request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
            .compose(HttpClientRequest::send);
    return received.join();
  }
}
