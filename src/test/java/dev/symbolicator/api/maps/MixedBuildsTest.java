package dev.symbolicator.api.maps;

import static dev.symbolicator.api.maps.Uploads.as;
import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.maps.upload.Archives;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.Tenants;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends profiles of builds whose scripts share one URL, at once. Every frame is answered from its
 * own build, and from no other.
 */
@QuarkusTest
@Tag("service")
@TestProfile(Tenants.class)
class MixedBuildsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int THREADS = 6;
  private static final int PROFILES_PER_THREAD = 20;
  private static final int FRAMES = 20;
  private static final String FUNCTION = "function f(){}";

  private TestOrigin origin;

  @BeforeEach
  void start() {
    origin = TestOrigin.start();
  }

  @AfterEach
  void stop() {
    origin.close();
    for (String token : List.of(Tenants.SHOP, Tenants.NEWS)) {
      List<String> ids = Uploads.list(token).extract().path("entries.id");
      ids.forEach(id -> Uploads.delete(token, "id", id).statusCode(204));
    }
  }

  /** A build whose names begin with its name; its function begins at the same place as others'. */
  private record Build(String name, String debugId) {
    static Build of(String name) {
      return new Build(name, UUID.randomUUID().toString());
    }

    String script() {
      return FUNCTION + "//" + name + "\n//# debugId=" + debugId;
    }

    String scriptWithoutId() {
      return FUNCTION + "//" + name;
    }

    String map() {
      return ("{\"version\":3,\"sources\":[\"%s.ts\"],\"sourcesContent\":[\"function %1$s(){}\"],"
              + "\"names\":[],\"mappings\":\"AAAA%s\"}")
          .formatted(name, ",CAAC".repeat(FUNCTION.length() - 1));
    }

    byte[] archive(boolean hasId) {
      return Archives.tarGzip(
          Archives.files("app.js", hasId ? script() : scriptWithoutId(), "app.js.map", map()));
    }
  }

  private String profile(String members) {
    String frame =
        "{\"name\":\"f\",\"resourceId\":0,\"line\":1,\"column\":%d}"
            .formatted(FUNCTION.indexOf('(') + 1);
    return "{\"frames\":[%s],\"resources\":[\"%s\"],\"samples\":[],\"stacks\":[]%s}"
        .formatted(String.join(",", Collections.nCopies(FRAMES, frame)), url(), members);
  }

  private String url() {
    return origin.url("/app.js");
  }

  private static JsonNode symbolicate(String token, String profile, String... parameters) {
    RequestSpecification request = as(token).queryParam("report", "true");
    for (int i = 0; i < parameters.length; i += 2) {
      request.queryParam(parameters[i], parameters[i + 1]);
    }
    try {
      return JSON.readTree(
          request
              .body(profile.getBytes(StandardCharsets.UTF_8))
              .post("/symbolicate")
              .then()
              .statusCode(200)
              .extract()
              .asByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertOf(Build build, JsonNode answer) {
    JsonNode trace = answer.has("trace") ? answer.get("trace") : answer;
    assertEquals(FRAMES, trace.get("frames").size());
    for (JsonNode frame : trace.get("frames")) {
      assertEquals(build.name(), frame.get("name").asText());
      String source = trace.get("resources").get(frame.get("resourceId").asInt()).asText();
      assertTrue(source.endsWith("/" + build.name() + ".ts"), source);
    }
  }

  private interface Asking {
    JsonNode answer(Build build, int index);
  }

  private static void askAtOnce(List<Build> builds, Asking asking) {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<CompletableFuture<Void>> done = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int first = thread;
        done.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < PROFILES_PER_THREAD; i++) {
                    Build build = builds.get((first + i) % builds.size());
                    assertOf(build, asking.answer(build, first + i));
                  }
                },
                threads));
      }
      done.forEach(Await::value);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void profilesOfTwoReleasesGetTheirOwnNames() {
    List<Build> builds = List.of(Build.of("one"), Build.of("two"));
    for (Build build : builds) {
      Uploads.post(
              Tenants.SHOP, build.archive(false), "base", origin.url("/"), "release", build.name())
          .statusCode(201);
    }
    origin.serve("/app.js", "text/javascript", builds.get(1).scriptWithoutId());
    askAtOnce(
        builds,
        (build, index) ->
            index % 3 == 0
                ? symbolicate(Tenants.SHOP, profile(""), "release", build.name())
                : symbolicate(
                    index % 3 == 1 ? Tenants.SHOP : Tenants.SHOP_READER,
                    profile(",\"release\":\"" + build.name() + "\"")));
    assertEquals(0, origin.requests());
  }

  @Test
  void profilesOfTwoDebugIdsGetTheirOwnNames() {
    List<Build> builds = List.of(Build.of("three"), Build.of("four"));
    for (Build build : builds) {
      Uploads.post(Tenants.SHOP, build.archive(true), "base", "~/" + build.name() + "/")
          .statusCode(201);
    }
    origin.serve("/app.js", "text/javascript", builds.get(1).script());
    askAtOnce(
        builds,
        (build, index) ->
            symbolicate(
                Tenants.SHOP,
                profile(
                    index % 2 == 0
                        ? ",\"debugIds\":[{\"resourceId\":0,\"debugId\":\"%s\"}]"
                            .formatted(build.debugId())
                        : ",\"debugIds\":{\"%s\":\"%s\"}".formatted(url(), build.debugId()))));
    assertEquals(0, origin.requests());
    assertOf(builds.get(1), symbolicate(Tenants.SHOP, profile("")));
    String other = UUID.randomUUID().toString();
    String missing =
        symbolicate(Tenants.SHOP, profile(",\"debugIds\":{\"%s\":\"%s\"}".formatted(url(), other)))
            .toString();
    assertTrue(missing.contains("debug-id-missing"), missing);
    assertFalse(missing.contains("three.ts") || missing.contains("four.ts"), missing);
  }

  /** Bundler plugins upload under names that no browser knows. */
  private static void uploadAsPlugin(Build build, String script) {
    String name = build.debugId() + "-0.js";
    String copy =
        script.contains("//# debugId") ? script : script + "\n//# debugId=" + build.debugId();
    byte[] archive = Archives.tarGzip(Archives.files(name, copy, name + ".map", build.map()));
    Uploads.post(Tenants.SHOP, archive, "base", "~/", "strict", "true").statusCode(201);
  }

  private static String served(Build build, boolean isSnippet) {
    return isSnippet
        ? build.scriptWithoutId()
            + "\n;e._sentryDebugIdIdentifier=\"sentry-dbid-"
            + build.debugId()
            + '"'
        : build.script();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void profileWithoutIdsFindsAPluginsUploadByTheScriptOnTheWeb(boolean isSnippet) {
    Build build = Build.of("raw");
    String script = served(build, isSnippet);
    uploadAsPlugin(build, script);
    origin.serve("/app.js", "text/javascript", script);
    assertOf(build, symbolicate(Tenants.SHOP, profile("")));
    assertEquals(1, origin.requests("/app.js"));
    String foreign = symbolicate(Tenants.NEWS, profile("")).toString();
    assertTrue(foreign.contains("no-source-map"), foreign);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void profileWithIdsIsNotAnsweredByANewerScriptOnTheWeb(boolean isSnippet) {
    Build profiled = Build.of("profiled");
    Build newer = Build.of("newer");
    String script = served(newer, isSnippet);
    uploadAsPlugin(newer, script);
    origin.serve("/app.js", "text/javascript", script);
    String ids = profile(",\"debugIds\":{\"%s\":\"%s\"}".formatted(url(), profiled.debugId()));
    JsonNode missing = symbolicate(Tenants.SHOP, ids);
    assertTrue(missing.toString().contains("\"status\":\"debug-id-missing\""), missing::toString);
    assertFalse(missing.toString().contains("newer.ts"), missing::toString);
    uploadAsPlugin(profiled, served(profiled, isSnippet));
    assertOf(profiled, symbolicate(Tenants.SHOP, ids));
    assertOf(newer, symbolicate(Tenants.SHOP, profile("")));
  }

  @Test
  void profilesOfTwoScopesGetTheirOwnNames() {
    List<Build> builds = List.of(Build.of("five"), Build.of("six"));
    List<String> tokens = List.of(Tenants.SHOP, Tenants.NEWS);
    for (int i = 0; i < 2; i++) {
      Uploads.post(
              tokens.get(i),
              builds.get(i).archive(false),
              "base",
              origin.url("/"),
              "release",
              "same")
          .statusCode(201);
    }
    askAtOnce(
        builds,
        (build, index) ->
            symbolicate(tokens.get(builds.indexOf(build)), profile(""), "release", "same"));
  }

  @Test
  void namesOfAScopeAreReadWithItsTokenOnly() {
    Build secret = Build.of("secret");
    Uploads.post(Tenants.SHOP, secret.archive(true), "base", origin.url("/"), "release", "1")
        .statusCode(201);
    origin.serve("/app.js", "text/javascript", secret.script());
    String byId = profile(",\"debugIds\":{\"%s\":\"%s\"}".formatted(url(), secret.debugId()));
    assertOf(secret, symbolicate(Tenants.SHOP_READER, byId));
    for (String profile : List.of(byId, profile(""), profile(",\"release\":\"1\""))) {
      String answer = symbolicate(Tenants.NEWS, profile).toString();
      assertFalse(answer.contains("secret"), answer);
      as(Tenants.SHOP_UPLOADER).body(profile).post("/symbolicate").then().statusCode(403);
      given().body(profile).post("/symbolicate").then().statusCode(401);
    }
    String explained = explain(Tenants.NEWS, "release", "1");
    assertFalse(explained.contains("secret") || explained.contains("uploaded:"), explained);
  }

  private String explain(String token, String... parameters) {
    RequestSpecification request = as(token).queryParam("script", url());
    for (int i = 0; i < parameters.length; i += 2) {
      request.queryParam(parameters[i], parameters[i + 1]);
    }
    return request.get("/source-maps/explain").then().statusCode(200).extract().asString();
  }

  @Test
  void explanationShowsStepsAndNearMisses() {
    Build build = Build.of("seven");
    Uploads.post(Tenants.SHOP, build.archive(true), "base", origin.url("/"), "release", "1.0")
        .statusCode(201);
    String found = explain(Tenants.SHOP, "release", "1.0");
    assertTrue(found.contains("\"status\":\"found\""), found);
    assertTrue(found.contains("release and URL"), found);
    String missing = explain(Tenants.SHOP, "release", "2.0");
    assertTrue(missing.contains("\"status\":\"release-missing\""), missing);
    assertTrue(missing.contains("uploads are of 1.0"), missing);
    String other = explain(Tenants.SHOP, "debugId", UUID.randomUUID().toString());
    assertTrue(other.contains("\"status\":\"debug-id-missing\""), other);
    assertTrue(other.contains(build.debugId()), other);
    assertFalse(found.contains("seven") || missing.contains("seven"), found);
  }
}
