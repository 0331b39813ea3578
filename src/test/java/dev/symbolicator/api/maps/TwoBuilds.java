package dev.symbolicator.api.maps;

import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The builds 1 and 2 of one script, {@code app.js}: a release, a debug ID and a source each.
 *
 * @param base the folder of the script on the web
 * @param debugId the debug ID of both without its last digit, which is the build
 */
record TwoBuilds(String base, String debugId) {

  void upload() {
    for (String build : List.of("1", "2")) {
      String map =
          "{\"version\":3,\"debugId\":\"%s\",\"sources\":[\"v%s.ts\"],\"names\":[],\"mappings\":\"AAAA,UAAC\"}"
              .formatted(debugId + build, build);
      String script =
          "function f(){}f("
              + build
              + ")\n//# debugId="
              + debugId
              + build
              + "\n//# sourceMappingURL=app.js.map";
      Uploads.post(
              Tenants.SHOP,
              Archives.tarGzip(
                  Map.of(
                      "app.js", script.getBytes(StandardCharsets.UTF_8),
                      "app.js.map", map.getBytes(StandardCharsets.UTF_8))),
              "base",
              base,
              "release",
              build)
          .statusCode(201);
    }
  }

  void delete() {
    for (String build : List.of("1", "2")) {
      Uploads.delete(Tenants.SHOP, "release", build);
    }
  }
}
