package dev.symbolicator.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
class FetcherInTheServiceTest {
  @Inject Fetcher fetcher;

  @Test
  void fetchLeavesNoPathInTheMetrics() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin.serve("/canary-path.js", "text/javascript", "app();");
      WebUrl url = WebUrl.parse(origin.url("/canary-path.js?canary-query"));
      FetchResult result = Await.value(fetcher.fetch(FetchRequest.script(url)));
      assertEquals("app();", new String(TestFetcher.body(result), UTF_8));
    }
    String metrics = RestAssured.get("/q/metrics").asString();
    assertTrue(metrics.contains("jvm_"), metrics);
    assertFalse(metrics.contains("canary"), metrics);
  }
}
