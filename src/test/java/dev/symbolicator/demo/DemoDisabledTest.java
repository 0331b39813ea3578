package dev.symbolicator.demo;

import static io.restassured.RestAssured.given;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(DemoDisabledTest.DemoOff.class)
class DemoDisabledTest {

  /** The service as an operator runs it who wants no demo. */
  public static final class DemoOff implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("symbolicator.demo.enabled", "false");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/demo", "/demo/", "/demo/index.html", "/demo/app.min.js"})
  void nothingOfTheDemoIsThere(String path) {
    given().redirects().follow(false).get(path).then().statusCode(404);
  }
}
