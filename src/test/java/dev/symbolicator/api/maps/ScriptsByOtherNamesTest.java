package dev.symbolicator.api.maps;

import static dev.symbolicator.api.maps.Uploads.as;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.testing.Tenants;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class ScriptsByOtherNamesTest {
  private static final Path FILES = Path.of("src/test/resources/files");
  private static final String ID = "22222222-3333-4444-8555-666666666666";

  private TestOrigin origin;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
  }

  @AfterEach
  void stop() {
    origin.close();
  }

  private static String text(String file) throws IOException {
    return Files.readString(FILES.resolve(file));
  }

  private static void upload(String base, String script, String scriptText, String map) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(script, scriptText.getBytes(StandardCharsets.UTF_8));
    files.put(script + ".map", map.getBytes(StandardCharsets.UTF_8));
    Uploads.post(Tenants.SHOP, Archives.tar(files), "base", base)
        .statusCode(anyOf(equalTo(200), equalTo(201)));
  }

  private static String trace(String script, String debugIds) {
    return """
        {"frames":[{"name":"j","resourceId":0,"line":1,"column":1597},
         {"name":"u","resourceId":0,"line":1,"column":883}],
         "resources":["%s"],"stacks":[],"samples":[]%s}
        """
        .formatted(script, debugIds);
  }

  private static ValidatableResponse post(String body) {
    return as(Tenants.SHOP)
        .body(body.getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate?report=true")
        .then();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "blob:https://shop.example/7b0a",
        "/srv/app/main.js",
        "C:\\\\app\\\\main.js",
        "d:/app/main.js"
      })
  void scriptWithoutBaseKeepsItsSourcesAsTheMapWritesThem(String script) throws IOException {
    String map = text("app.min.js.map").replaceFirst("\\{", "{\"debugId\":\"" + ID + "\",");
    upload("~/debug-id-case/", "app.min.js", text("app.min.js"), map);
    post(trace(script, ",\"debugIds\":[{\"resourceId\":0,\"debugId\":\"" + ID + "\"}]"))
        .statusCode(200)
        .body("symbolication.mapped", equalTo(2))
        .body("frames[0].name", equalTo("runOnce"))
        .body("resources[1]", not(containsString(":")));
  }

  @Test
  void commonJsModuleOfSentryIsFoundByItsDebugId() throws IOException {
    upload("~/elsewhere/", "app.mjs", text("app.mjs"), text("app.mjs.map"));
    String body = text("sentry-node-commonjs.txt");
    as(Tenants.SHOP)
        .contentType("application/x-sentry-envelope")
        .body(
            body.replace("\"release\":\"r\"", "\"release\":\"\"")
                .replace("552", "551")
                .getBytes(StandardCharsets.UTF_8))
        .post("/symbolicate")
        .then()
        .statusCode(200)
        .header("Symbolication", startsWith("mapped=1, total=1"))
        .body(containsString("\"function\":\"computeTotal\""));
  }

  @Test
  void dataScriptKeepsItsSourcesAsTheMapWritesThem() throws IOException {
    String map =
        Base64.getEncoder().encodeToString(text("app.min.js.map").getBytes(StandardCharsets.UTF_8));
    String script =
        text("app.min.js")
            .replaceAll(
                "sourceMappingURL=\\S+", "sourceMappingURL=data:application/json;base64," + map);
    String base64 = Base64.getEncoder().encodeToString(script.getBytes(StandardCharsets.UTF_8));
    post(trace("data:text/javascript;base64," + base64, ""))
        .body("symbolication.mapped", equalTo(2))
        .body("frames[0].name", equalTo("runOnce"));
  }

  @Test
  void dataScriptThatV8CutIsReportedAsCut() {
    post(trace("data:text/javascript," + "x".repeat(1024 - 21), ""))
        .body("symbolication.scripts[0].detail", startsWith("V8 cuts the names of scripts"));
    post(trace("data:text/javascript," + "x".repeat(1023 - 21), ""))
        .body("symbolication.scripts[0].detail", not(containsString("V8 cuts")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"?platform=ios&dev=false", "//&platform=ios&dev=false"})
  void bundleOfMetroIsFetched(String query) throws IOException {
    origin.serve("/index.bundle", "text/javascript", text("app.min.js"));
    origin.serve("/app.min.js.map", "application/json", text("app.min.js.map"));
    post(trace(origin.url("/index.bundle" + query), "")).body("symbolication.mapped", equalTo(2));
  }

  @Test
  void startsOfFunctionsDecideTheBaseOfASpeedscopeFile() throws IOException {
    origin.serve("/app.lines.js", "text/javascript", text("app.lines.js"));
    origin.serve("/app.lines.js.map", "application/json", text("app.lines.js.map"));
    String fromZero = speedscope(origin.url("/app.lines.js"), 105, 18, 47, 12);
    as(Tenants.SHOP)
        .body(fromZero)
        .post("/symbolicate")
        .then()
        .header("Symbolication", startsWith("mapped=2, total=2"))
        .body("shared.frames[0].name", equalTo("runOnce"));
    String fromOne = speedscope(origin.url("/app.lines.js"), 106, 19, 48, 13);
    as(Tenants.SHOP)
        .body(fromOne)
        .post("/symbolicate")
        .then()
        .header("Symbolication", startsWith("mapped=2, total=2"))
        .body("shared.frames[0].name", equalTo("runOnce"));
    String neither = speedscope(origin.url("/app.lines.js"), 100, 7, 40, 5);
    as(Tenants.SHOP)
        .body(neither)
        .post("/symbolicate")
        .then()
        .header("Symbolication", startsWith("mapped=0, total=2"))
        .body(equalTo(neither));
  }

  private static String speedscope(String file, int line, int col, int line2, int col2) {
    return """
        {"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[
        {"name":"j","file":"%1$s","line":%2$d,"col":%3$d},{"name":"u","file":"%1$s","line":%4$d,"col":%5$d}]},
        "profiles":[{"type":"sampled","name":"x","unit":"bytes","startValue":0,"endValue":8,"samples":[[0,1]],"weights":[8]}]}"""
        .formatted(file, line, col, line2, col2);
  }
}
