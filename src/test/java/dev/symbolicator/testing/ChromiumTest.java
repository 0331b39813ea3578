package dev.symbolicator.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ChromiumTest {
  private final Chromium chromium = new Chromium();

  @Test
  void pageRunsUntilItHasPosted() throws Exception {
    CompletableFuture<String> posted = new CompletableFuture<>();
    try (TestOrigin origin = TestOrigin.start()) {
      origin.serve(
          "/page",
          "text/html",
          "<script>fetch('/result', {method: 'POST', body: typeof document})</script>");
      origin.handle(
          "/result",
          request ->
              request.bodyHandler(
                  body -> {
                    request.response().end();
                    posted.complete(body.toString());
                  }));
      assertEquals("object", chromium.openUntil(page(origin), posted, Duration.ofMinutes(1)));
    }
  }

  @Test
  void pageThatIsNeverDoneTimesOut() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin.serve("/page", "text/html", "<p>nothing to say</p>");
      AssertionError error =
          assertThrows(
              AssertionError.class,
              () ->
                  chromium.openUntil(
                      page(origin), new CompletableFuture<>(), Duration.ofMillis(500)));
      assertTrue(error.getMessage().startsWith("The page was not done after PT0.5S"));
    }
  }

  private static URI page(TestOrigin origin) {
    return URI.create(origin.url("/page"));
  }
}
