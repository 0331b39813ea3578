package dev.symbolicator.web;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyOrNullString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
class DemoResourceTest {
  @ParameterizedTest
  @CsvSource({
    "/demo/, text/html; charset=utf-8",
    "/demo/index.html, text/html; charset=utf-8",
    "/demo/app.min.js, text/javascript; charset=utf-8",
    "/demo/app.min.js.map, application/json",
    "/demo/trace.json, application/json",
  })
  void everyFileIsServed(String path, String mediaType) {
    given()
        .get(path)
        .then()
        .statusCode(200)
        .header("Content-Type", startsWith(mediaType))
        .header("Cache-Control", "no-cache")
        .header("X-Content-Type-Options", "nosniff")
        .body(not(emptyOrNullString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/demo/", "/demo/index.html"})
  void pageMayRecordProfiles(String path) {
    given()
        .get(path)
        .then()
        .header("Document-Policy", "js-profiling")
        .header("Content-Security-Policy", startsWith("default-src 'none'"));
  }

  @Test
  void onlyThePageHasADocumentPolicy() {
    given().get("/demo/app.min.js").then().header("Document-Policy", nullValue());
  }

  @Test
  void pathWithoutSlashIsRedirectedRelativeToItself() {
    given()
        .redirects()
        .follow(false)
        .get("/demo")
        .then()
        .statusCode(302)
        .header("Location", "demo/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/demo/app.js",
        "/demo/INDEX.HTML",
        "/demo/../application.properties",
        "/demo/%2e%2e/application.properties",
        "/demo/..%2fapplication.properties",
        "/demo/%2e%2e%5capplication.properties",
        "/demo//etc/passwd",
        "/demo/app/main.ts",
      })
  void otherPathsAreNotFound(String path) {
    given().urlEncodingEnabled(false).get(path).then().statusCode(404);
  }

  @Test
  void unchangedFileIsNotSentAgain() {
    String tag = given().get("/demo/app.min.js").getHeader("ETag");
    given()
        .header("If-None-Match", tag)
        .get("/demo/app.min.js")
        .then()
        .statusCode(304)
        .header("ETag", tag)
        .body(is(emptyOrNullString()));
  }

  @Test
  void scriptLinksItsMap() {
    given()
        .get("/demo/app.min.js")
        .then()
        .body(containsString("\n//# sourceMappingURL=app.min.js.map"));
  }

  @Test
  void mapHoldsTheSourcesTexts() {
    given()
        .get("/demo/app.min.js.map")
        .then()
        .body("sources", hasItems("app/main.ts", "app/mandelbrot.ts"))
        .body("sourcesContent", everyItem(not(emptyOrNullString())));
  }

  @Test
  void traceIsOfTheScriptAtTheAddressOfTheRequest() {
    given()
        .get("/demo/trace.json")
        .then()
        .body("resources", is(List.of("http://localhost:" + RestAssured.port + "/demo/app.min.js")))
        .body("samples.size()", greaterThan(10))
        .body("frames.name", hasItem("fÃ¤rbe"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"profiles.example", "profiles.example:8443", "[::1]:8080"})
  void traceNamesTheHostOfTheRequest(String host) {
    given()
        .header("Host", host)
        .get("/demo/trace.json")
        .then()
        .statusCode(200)
        .body("resources", is(List.of("http://" + host + "/demo/app.min.js")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\"],\"a\":[\"",
        "x\\",
        "<script>alert(1)</script>",
        "a b",
        "x/../../y",
        "user:pw@h",
        "h?",
        "h#",
        "%22",
        ""
      })
  void hostileHostStaysATextOrIsRefused(String host) {
    Response answer = given().header("Host", host).get("/demo/trace.json");
    if (answer.statusCode() == 200) {
      List<String> resources = answer.jsonPath().getList("resources");
      assertEquals(1, resources.size());
      assertTrue(resources.get(0).matches("http://[^\"<>\\\\ ]*/app\\.min\\.js"), resources.get(0));
    } else {
      assertEquals(400, answer.statusCode());
    }
  }

  @Test
  void everyFrameOfTheTraceLiesInTheScript() {
    String[] lines = given().get("/demo/app.min.js").asString().split("\n", -1);
    var frames = given().get("/demo/trace.json").jsonPath();
    List<Integer> lineNumbers = frames.getList("frames.findAll { it.line != null }.line");
    List<Integer> columns = frames.getList("frames.findAll { it.line != null }.column");
    assertTrue(lineNumbers.size() > 10);
    for (int i = 0; i < lineNumbers.size(); i++) {
      assertTrue(columns.get(i) <= lines[lineNumbers.get(i) - 1].length());
    }
  }

  @Test
  void demoIsNotPartOfTheApi() {
    given()
        .get("/q/openapi?format=json")
        .then()
        .statusCode(200)
        .body("paths.keySet()", everyItem(not(startsWith("/demo"))));
  }
}
