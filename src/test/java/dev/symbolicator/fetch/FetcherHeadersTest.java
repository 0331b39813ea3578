package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the headers of an origin are sent to that origin only, at any redirect. */
class FetcherHeadersTest {
  private static final String NONE = "none";

  @TempDir private Path directory;
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<String> sentToOther = new CopyOnWriteArrayList<>();
  private final TestOrigin origin = TestOrigin.start();
  private final TestOrigin other = TestOrigin.start();

  @BeforeEach
  void serve() {
    origin.handle("/app.js", request -> answer(request, sent));
    other.handle("/app.js", request -> answer(request, sentToOther));
  }

  @AfterEach
  void stop() {
    origin.close();
    other.close();
  }

  private static void answer(HttpServerRequest request, List<String> sent) {
    String token = request.getHeader("authorization");
    sent.add(token == null ? NONE : token);
    request.response().end("app();");
  }

  private static void redirect(TestOrigin from, String path, String to, List<String> sent) {
    from.handle(
        path,
        request -> {
          String token = request.getHeader("authorization");
          sent.add(token == null ? NONE : token);
          request.response().setStatusCode(302).putHeader("location", to).end();
        });
  }

  private TestFetcher fetcher(String... more) {
    List<String> config = new ArrayList<>(List.of(TestFetcher.LOOPBACK));
    config.addAll(List.of("origin.cdn.url", origin.origin()));
    config.addAll(List.of(more));
    return new TestFetcher(config.toArray(new String[0]));
  }

  private TestFetcher withToken() {
    return fetcher("origin.cdn.headers.Authorization", "Bearer t0ken");
  }

  @Test
  void headersAreSentToTheirOriginOnly() {
    try (TestFetcher fetcher = withToken()) {
      fetcher.body(origin.url("/app.js"));
      fetcher.body(other.url("/app.js"));
      assertEquals(List.of("Bearer t0ken"), sent);
      assertEquals(List.of(NONE), sentToOther);
    }
  }

  @Test
  void originsThatDifferInThePortHaveDifferentHeaders() {
    try (TestFetcher fetcher =
        fetcher(
            "origin.cdn.headers.Authorization", "Bearer t0ken",
            "origin.other.url", other.origin(),
            "origin.other.headers.Authorization", "Bearer other")) {
      fetcher.body(origin.url("/app.js"));
      fetcher.body(other.url("/app.js"));
      assertEquals(List.of("Bearer t0ken"), sent);
      assertEquals(List.of("Bearer other"), sentToOther);
    }
  }

  @Test
  void redirectWithinTheOriginKeepsItsHeaders() {
    redirect(origin, "/old.js", "/app.js", sent);
    try (TestFetcher fetcher = withToken()) {
      fetcher.body(origin.url("/old.js"));
      assertEquals(List.of("Bearer t0ken", "Bearer t0ken"), sent);
    }
  }

  @Test
  void redirectToAnotherOriginDropsTheHeadersForTheWholeFetch() {
    redirect(origin, "/away.js", other.url("/back.js"), sent);
    redirect(other, "/back.js", origin.url("/app.js"), sentToOther);
    try (TestFetcher fetcher = withToken()) {
      fetcher.body(origin.url("/away.js"));
      assertEquals(List.of("Bearer t0ken", NONE), sent);
      assertEquals(List.of(NONE), sentToOther);
    }
  }

  @Test
  void redirectFromAnotherOriginDoesNotUseTheHeaders() {
    redirect(other, "/trap.js", origin.url("/app.js"), sentToOther);
    try (TestFetcher fetcher = withToken()) {
      fetcher.body(other.url("/trap.js"));
      assertEquals(List.of(NONE), sent);
    }
  }

  @Test
  void retrySendsTheHeadersAgain() {
    origin.handle(
        "/busy.js",
        request -> {
          sent.add(request.getHeader("authorization"));
          request.response().setStatusCode(503).end();
        });
    try (TestFetcher fetcher = withToken()) {
      fetcher.script(origin.url("/busy.js"));
      assertEquals(List.of("Bearer t0ken", "Bearer t0ken"), sent);
    }
  }

  @Test
  void headerFileIsReadAtEachUse() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "Bearer first\n");
    try (TestFetcher fetcher = fetcher("origin.cdn.header-files.Authorization", file.toString())) {
      fetcher.body(origin.url("/app.js"));
      Files.writeString(file, "Bearer second\r\n");
      fetcher.body(origin.url("/app.js"));
      Files.writeString(file, "Bearer third");
      fetcher.body(origin.url("/app.js"));
      assertEquals(List.of("Bearer first", "Bearer second", "Bearer third"), sent);
    }
  }

  @Test
  void nothingIsSentWhileAHeaderFileCannotBeUsed() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "Bearer first");
    try (TestFetcher fetcher = fetcher("origin.cdn.header-files.Authorization", file.toString())) {
      for (String broken : new String[] {"s3cret\r\nx-injected: 1", "", "\u00e9"}) {
        Files.writeString(file, broken);
        FetchResult blocked = fetcher.script(origin.url("/app.js"));
        assertFailed(Kind.HEADERS, blocked);
        assertFalse(blocked.toString().contains("s3cret"));
        assertFalse(blocked.toString().contains(file.toString()));
      }
      Files.delete(file);
      assertFailed(Kind.HEADERS, fetcher.script(origin.url("/app.js")));
      fetcher.body(other.url("/app.js"));
      assertEquals(0, origin.requests());
      Files.writeString(file, "Bearer again");
      fetcher.body(origin.url("/app.js"));
      assertEquals(List.of("Bearer again"), sent);
    }
  }

  @Test
  void configuredHeadersMayReplaceThoseOfEveryRequest() {
    origin.handle(
        "/app.js",
        request -> {
          sent.addAll(request.headers().getAll("user-agent"));
          sent.addAll(request.headers().getAll("accept"));
          sent.addAll(request.headers().getAll("x-api-key"));
          request.response().end();
        });
    try (TestFetcher fetcher =
        fetcher(
            "origin.cdn.headers.user-agent", "Ours/1",
            "origin.cdn.headers.Accept", "application/octet-stream",
            "origin.cdn.headers.\"x.api.key\"", "as an environment variable gives it")) {
      fetcher.body(origin.url("/app.js"));
      assertEquals(
          List.of("Ours/1", "application/octet-stream", "as an environment variable gives it"),
          sent);
    }
  }
}
