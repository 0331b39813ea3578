package dev.symbolicator.web;

import static io.restassured.RestAssured.given;

import dev.symbolicator.testing.TightLimits;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
@TestProfile(TightLimits.class)
class PageDisabledTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/page/app.mjs",
        "/page/page.css",
        "/demo",
        "/demo/",
        "/demo/index.html",
        "/demo/app.min.js"
      })
  void disabledPageAndExampleAreNotFound(String path) {
    given().redirects().follow(false).get(path).then().statusCode(404);
  }
}
