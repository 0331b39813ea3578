package dev.symbolicator.api;

import static io.restassured.RestAssured.given;

import dev.symbolicator.testing.TestOrigin;
import io.restassured.response.ValidatableResponse;
import java.nio.charset.StandardCharsets;

final class Profiles {
  private static final String MAP =
      "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA,EAAE\"}";

  private Profiles() {}

  /** Posts a profile of one frame in a script, with {@code report=true} and more parameters. */
  static ValidatableResponse post(String script, String query) {
    String profile =
        """
        {"frames":[{"name":"f","line":1,"column":3,"resourceId":0}],"resources":["%s"],\
        "stacks":[],"samples":[]}"""
            .formatted(script);
    return given()
        .body(profile.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate?report=true" + query)
        .then();
  }

  /** Serves a script and its map, which maps the frame that {@link #post} sends. */
  static void serve(TestOrigin origin, String path) {
    origin
        .serve(path, "text/javascript", script(path))
        .serve(path + ".map", "application/json", MAP);
  }

  static String script(String path) {
    return "f=a=>a\n//# sourceMappingURL=" + path + ".map";
  }
}
