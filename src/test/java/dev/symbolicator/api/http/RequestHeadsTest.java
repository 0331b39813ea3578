package dev.symbolicator.api.http;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.testing.Await;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Heads of many short fields over HTTP/2: each takes 28 KB, and nothing else counts them. */
@QuarkusTest
@Tag("service")
class RequestHeadsTest {
  private static final int FIELDS = 200;

  /** What a head of so many fields counts for, without its pseudo fields. */
  private static final int HEAD = FIELDS * 129;

  private static final List<String> EMPTY = Collections.nCopies(FIELDS, "");

  @TestHTTPResource("/symbolicate")
  URI service;

  @Inject Vertx vertx;

  @Test
  void headsOfAllRequestsTogetherAreBoundedAndProbesAreAnswered() {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false)
            .setHttp2MaxPoolSize(8);
    var client = vertx.createHttpClient(options);
    HttpClientRequest last = null;
    for (long bytes = 0; bytes <= RequestLimits.MAX_HEADS; bytes += HEAD) {
      last =
          Await.value(
              client
                  .request(HttpMethod.POST, service.getPort(), service.getHost(), "/symbolicate")
                  .toCompletionStage());
      last.putHeader("a", EMPTY).setChunked(true).sendHead();
    }
    assertEquals(503, Await.value(last.response().toCompletionStage()).statusCode());
    given().get("/q/health/live").then().statusCode(200);
    Await.value(client.close());
    Await.until(() -> given().body("{").post("/symbolicate").statusCode() == 400);
  }
}
