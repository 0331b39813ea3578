package dev.symbolicator.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.testing.OneOrigin;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@QuarkusTest
@Tag("service")
@TestProfile(OneOrigin.class)
class WarmTest {
  private static ValidatableResponse warm(String body) {
    return given()
        .body(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
        .post("/scripts/warm")
        .then();
  }

  @Test
  void stringsOfTheSourceAreHiddenInAnswers() {
    try (TestOrigin origin = TestOrigin.start()) {
      String text = "on('click', () => { load(); })";
      origin
          .serve("/on.js", "text/javascript", text + "\n//# sourceMappingURL=on.js.map")
          .serve(
              "/on.js.map",
              "application/json",
              "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA,YAAY\",\"sourcesContent\":[\"%s\"]}"
                  .formatted(text));
      String script = origin.url("/on.js");
      String dictionary = given().queryParam("script", script).get("/scripts/functions").asString();
      assertTrue(dictionary.contains("\"role\":\"on[1]\""), dictionary);
      String annotated =
          given()
              .body(
                  "{\"frames\":[{\"name\":\"\",\"resourceId\":0,\"line\":1,\"column\":13}],\"resources\":[\"%s\"],\"stacks\":[],\"samples\":[]}"
                      .formatted(script)
                      .getBytes(StandardCharsets.UTF_8))
              .post("/symbolicate?annotate=true")
              .asString();
      assertTrue(annotated.contains("\"on[1]\""), annotated);
    }
  }

  @Test
  void scriptLoadedInAdvanceIsNotFetchedForAProfile() {
    try (TestOrigin origin = TestOrigin.start()) {
      origin
          .serve("/app.js", "text/javascript", "f()\n//# sourceMappingURL=app.js.map")
          .serve(
              "/app.js.map",
              "application/json",
              "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA\"}");

      String url = origin.url("/app.js");
      warm("{'since':[{}],'scripts':['" + url + "','" + origin.url("/lost.js") + "','blob:x']}")
          .statusCode(200)
          .body("scripts[0].url", equalTo(url))
          .body("scripts[0].status", equalTo("found"))
          .body("scripts[0].sourceMap", equalTo(url + ".map"))
          .body("scripts[1].status", equalTo("not-found"))
          .body("scripts[1].sourceMap", nullValue())
          .body("scripts[2].status", equalTo("unsupported"));
      int before = origin.requests();

      given()
          .body(
              ("{'frames':[{'name':'f','resourceId':0,'line':1,'column':1}],'resources':['"
                      + url
                      + "'],'stacks':[],'samples':[]}")
                  .replace('\'', '"')
                  .getBytes(StandardCharsets.UTF_8))
          .post("/symbolicate")
          .then()
          .statusCode(200);
      assertEquals(before, origin.requests());
    }
  }

  @Test
  void scriptsOfOriginsBeyondTheLimitAreSkipped() {
    try (TestOrigin first = TestOrigin.start();
        TestOrigin second = TestOrigin.start()) {
      warm("{'scripts':['%s','%s','%s']}"
              .formatted(first.url("/a.js"), second.url("/b.js"), first.url("/c.js")))
          .body("scripts[0].status", equalTo("not-found"))
          .body("scripts[1].status", equalTo("skipped"))
          .body("scripts[2].status", equalTo("not-found"));
      assertEquals(0, second.requests());
    }
  }

  @Test
  void emptyListIsAnswered() {
    warm("{'scripts':[]}").statusCode(200).body("scripts.size()", equalTo(0));
  }

  @Test
  void listLongerThanTheLimitIsRefused() {
    String most = "'a',".repeat(WarmResource.MAX_SCRIPTS - 1) + "'a'";
    warm("{'scripts':[" + most + "]}").statusCode(200);
    warm("{'scripts':[" + most + ",'a']}")
        .statusCode(413)
        .body("limit", equalTo("max-warm-scripts"));
  }

  @Test
  void problemPointsToTheWrongValue() {
    warm("{'scripts':['a',1]}").statusCode(422).body("pointer", equalTo("/scripts/1"));
    warm("{'scripts':'a'}").statusCode(422).body("pointer", equalTo("/scripts"));
    warm("{}").statusCode(422).body("pointer", equalTo(""));
    warm("[]").statusCode(422);
    warm("{'scripts':[").statusCode(400).contentType("application/problem+json");
    warm("{'scripts':[]}]").statusCode(400);
    warm("")
        .statusCode(400)
        .body(
            "detail",
            equalTo("The body is empty. Send {\"scripts\":[\"https://example.com/app.js\"]}."));
    given().get("/scripts/warm").then().statusCode(405);
  }

  @Test
  void openApiExamplesAgree() throws IOException {
    JsonNode post =
        new ObjectMapper()
            .readTree(given().get("/q/openapi?format=json").asByteArray())
            .at("/paths/~1scripts~1warm/post");
    JsonNode request = post.at("/requestBody/content/application~1json/example");
    JsonNode answer = post.at("/responses/200/content/application~1json/example");
    assertEquals(request.at("/scripts/0"), answer.at("/scripts/0/url"));
    assertEquals("found", answer.at("/scripts/0/status").asText());
  }
}
