package dev.symbolicator.api;

import static io.restassured.RestAssured.given;

import dev.symbolicator.testing.TestOrigin;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;

/** The smallest profile of a script, and the smallest script that has a map. */
final class Profiles {
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA,CAAC\"}";

  private Profiles() {}

  /** Posts a profile of one frame in a script, with {@code report=true} and more of the query. */
  static ValidatableResponse post(String script, String query) {
    String profile =
        """
        {"frames":[{"name":"f","line":1,"column":2,"resourceId":0}],"resources":["%s"],\
        "stacks":[],"samples":[]}"""
            .formatted(script);
    return given()
        .body(profile.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate?report=true" + query)
        .then();
  }

  /** Serves a script with a map that has the original of that frame. */
  static void serve(TestOrigin origin, String path) {
    origin
        .serve(path, "text/javascript", script(path))
        .serve(path + ".map", "application/json", MAP);
  }

  /** The text of that script, for who serves it otherwise. */
  static String script(String path) {
    return "f()\n//# sourceMappingURL=" + path + ".map";
  }
}
