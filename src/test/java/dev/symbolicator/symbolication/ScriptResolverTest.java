package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.places.TestPlaces;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestOrigin;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptResolverTest {
  private static final String SECRET = "s3cret";

  private static final String MAP =
      "{\"version\":3,\"sources\":[\"\"],\"names\":[],\"mappings\":\"AAAA,CAAC\"}";

  private final TestOrigin origin = TestOrigin.start();
  private final TestScripts scripts =
      new TestScripts(
          new MovableClock(),
          "symbolicator.cache.max-disk-size",
          "0",
          "symbolicator.fetch.allow-private-addresses",
          "true");

  @AfterEach
  void close() {
    scripts.close();
    origin.close();
  }

  private String symbolicate(SymbolicationConfig config, String... urls) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ((Symbolicated) result(config, Allowances.plenty(), urls)).profile().writeTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private SymbolicationResult result(SymbolicationConfig config, Allowance memory, String... urls) {
    return result(config, memory, Deadline.in(config.deadline()), urls);
  }

  private SymbolicationResult result(
      SymbolicationConfig config, Allowance memory, Deadline deadline, String... urls) {
    StringBuilder frames = new StringBuilder();
    for (int i = 0; i < urls.length; i++) {
      frames.append(i == 0 ? "" : ",");
      frames.append("{\"name\":\"\",\"line\":1,\"column\":1,\"resourceId\":%d},".formatted(i));
      frames.append("{\"name\":\"f\",\"line\":1,\"column\":3,\"resourceId\":%d}".formatted(i));
    }
    String profile =
        "{\"frames\":[%s],\"resources\":[\"%s\"],\"samples\":[],\"stacks\":[]}"
            .formatted(frames, String.join("\",\"", urls));
    Symbolicator symbolicator = Symbolicators.of(scripts, config);
    return Await.value(
        symbolicator.symbolicate(
            profile.getBytes(StandardCharsets.UTF_8),
            new SymbolicationOptions(true, false, false, null, false, null, null, false),
            new RequestContext(ScriptRef.DEFAULT_SCOPE, memory, deadline)));
  }

  private static SymbolicationConfig config(String... keysAndValues) {
    return Settings.of(keysAndValues).read(SymbolicationConfig.class);
  }

  @Test
  void queryOfARedirectIsNotShown() throws IOException {
    String inline = Base64.getEncoder().encodeToString(MAP.getBytes(StandardCharsets.UTF_8));
    origin
        .redirect("/inline.js", "/v2/inline.js?token=" + SECRET)
        .serve(
            "/v2/inline.js",
            "text/javascript",
            "f=a=>a\n//# sourceMappingURL=data:application/json;base64," + inline)
        .redirect("/linked.js", "/v2/linked.js?token=" + SECRET)
        .serve("/v2/linked.js", "text/javascript", "f=a=>a\n//# sourceMappingURL=linked.js.map")
        .redirect("/v2/linked.js.map", "/store/linked.map?token=" + SECRET)
        .serve("/store/linked.map", "application/json", MAP)
        .redirect("/broken.js", "/v2/broken.js?token=" + SECRET)
        .serve("/v2/broken.js", "text/javascript", "f=a=>a\n//# sourceMappingURL=broken.js.map")
        .redirect("/v2/broken.js.map", "/store/broken.map?token=" + SECRET)
        .serve("/store/broken.map", "application/json", "{\"version\":3")
        .redirect("/lost.js", "/v2/lost.js?token=" + SECRET);

    String answer =
        symbolicate(
            config(),
            origin.url("/inline.js"),
            origin.url("/linked.js"),
            origin.url("/broken.js"),
            origin.url("/lost.js"));

    assertFalse(answer.contains(SECRET), answer);
    assertEquals(
        6,
        origin.targets().stream().filter(target -> target.contains(SECRET)).count(),
        "every request went out");
    JsonNode read = new ObjectMapper().readTree(answer);
    assertTrue(read.get("resources").toString().contains(origin.url("/v2/inline.js")), answer);
    assertTrue(read.get("resources").toString().contains(origin.url("/store/linked.map")), answer);
    JsonNode reports = read.at("/symbolication/scripts");
    assertEquals("found", reports.at("/0/status").asText());
    assertEquals(origin.url("/store/linked.map"), reports.at("/1/sourceMap").asText());
    assertEquals(origin.url("/store/broken.map"), reports.at("/2/sourceMap").asText());
    assertEquals("not-found", reports.at("/3/status").asText());
  }

  /** Otherwise the answer would tell a sender which scripts others have posted. */
  @Test
  void skippedOriginsDoNotDependOnRememberedScripts() throws IOException {
    try (TestOrigin second = TestOrigin.start()) {
      String script = "f=a=>a\n//# sourceMappingURL=app.js.map";
      for (TestOrigin each : new TestOrigin[] {origin, second}) {
        each.serve("/app.js", "text/javascript", script);
        each.serve("/app.js.map", "application/json", MAP);
      }
      SymbolicationConfig narrow = config("symbolicator.symbolication.max-origins", "1");
      String cold = symbolicate(narrow, origin.url("/app.js"), second.url("/app.js"));
      assertEquals(cold, symbolicate(narrow, origin.url("/app.js"), second.url("/app.js")));
      assertEquals(0, second.requests());
      symbolicate(config(), second.url("/app.js"));
      assertEquals(cold, symbolicate(narrow, origin.url("/app.js"), second.url("/app.js")));
      assertTrue(cold.contains("\"skipped\""), cold);
    }
  }

  @Test
  void urlBeyondTheLimitIsNotParsed() throws IOException {
    String longest = origin.url("/" + "\u20ac".repeat((1 << 16) - origin.url("/").length()));
    String tooLong = longest + "a";
    assertTrue(symbolicate(config(), longest).contains("longer than 8192 characters"));
    assertTrue(symbolicate(config(), tooLong).contains("longer than 65536 characters"));
    assertEquals(0, origin.requests());
  }

  /** A frame of WebAssembly has line 1 and a byte's offset as its column. */
  @Test
  void webAssemblyIsNeverReadAsJavaScript() {
    String module = "\0asm\1\0\0\0\n//# sourceMappingURL=map.json";
    origin
        .serve("/math.wasm", "application/wasm", module)
        .serve("/math.js", "text/javascript", module);
    SymbolicationReport report =
        ((Symbolicated)
                result(
                    config(),
                    Allowances.plenty(),
                    origin.url("/math.wasm?v=1"),
                    "wasm://wasm/math-52efbdba",
                    origin.url("/math.js")))
            .report();
    assertEquals(
        List.of("unsupported", "unsupported", "not-a-script"),
        report.scripts().stream().map(SymbolicationReport.ScriptEntry::status).toList());
    assertEquals(0, report.mapped());
    assertEquals(0, origin.requests("/math.wasm"));
    assertEquals(0, origin.requests("/map.json"));
  }

  @Test
  void scriptsWithoutAFetchableUrlHaveTheReasonInTheReport() {
    SymbolicationReport report =
        ((Symbolicated)
                result(
                    config(),
                    Allowances.plenty(),
                    "blob:" + origin.url("/1-2"),
                    "webpack://app/a.ts",
                    "node:path",
                    origin.url("/index.html?page=7"),
                    origin.url("/")))
            .report();
    assertEquals(
        List.of("unsupported", "unsupported", "unsupported", "not-a-script", "not-a-script"),
        report.scripts().stream().map(SymbolicationReport.ScriptEntry::status).toList());
    assertEquals(0, origin.requests());
  }

  @Test
  void scriptsOfFilesHaveANextStepInTheReport() {
    SymbolicationResult result =
        result(config(), Allowances.plenty(), "file:///srv/app/app.js", "/srv/app/app.js");
    assertEquals(
        List.of(
            "Scripts with a file: URL are not fetched. Upload the script and its map for the path,"
                + " such as ~/srv/app/app.js.",
            "Scripts with a file: URL are not fetched. Upload the script and its map for the path,"
                + " such as ~/srv/app/app.js."),
        ((Symbolicated) result)
            .report().scripts().stream().map(SymbolicationReport.ScriptEntry::detail).toList());
  }

  /** A parsed URL takes several times its length. */
  @Test
  void scriptIsOverloadedWhereItsUrlFindsNoMemory() {
    origin.serve("/a.js", "text/javascript", "f()").serve("/b.js", "text/javascript", "f()");
    SymbolicationConfig config = config();
    ScriptResolver resolver = new ScriptResolver(TestPlaces.of(scripts), scripts.vertx(), config);
    List<WantedScript> wanted =
        Stream.of("/a.js", "/b.js?1", "/b.js?2", "/b.js?3")
            .map(path -> path + (path.equals("/a.js") ? "" : "b".repeat(7_500)))
            .map(path -> new WantedScript(origin.url(path), null, null))
            .toList();
    Deadline deadline = Deadline.in(config.deadline());
    List<SymbolicationReport.ScriptEntry> entries =
        Await.value(
            resolver.warm(
                wanted,
                new RequestContext(ScriptRef.DEFAULT_SCOPE, Allowances.of(1 << 16), deadline)));
    assertEquals(
        List.of("no-source-map", "overloaded"),
        Stream.of(entries.get(0), entries.get(3))
            .map(SymbolicationReport.ScriptEntry::status)
            .toList());
  }

  /** The deadline is an hour, so only the shutdown can end the wait. */
  @Test
  void scriptIsPendingWhereTheServiceStopsBeforeTheDeadline() {
    origin.handle("/late.js", never -> {});
    SymbolicationConfig patient = config("symbolicator.symbolication.deadline", "1H");
    ScriptResolver resolver = new ScriptResolver(TestPlaces.of(scripts), scripts.vertx(), patient);
    WantedScript late = new WantedScript(origin.url("/late.js"), null, null);
    CompletableFuture<List<SymbolicationReport.ScriptEntry>> resolved =
        resolver.warm(List.of(late), Symbolicators.unlimited(Deadline.in(patient.deadline())));
    resolver.endWith(
        new ShutdownDelayInitiatedEvent(), Duration.ofMillis(1), Duration.ofSeconds(1));
    assertEquals("pending", Await.value(resolved).get(0).status());
  }

  /** The configured deadline is an hour, so only the request's own deadline can end the wait. */
  @Test
  void workBeforeTheLookUpsCountsTowardsTheDeadline() {
    CompletableFuture<HttpServerRequest> asked = new CompletableFuture<>();
    origin
        .handle("/late.js", asked::complete)
        .serve("/there.js", "text/javascript", "f=a=>a\n//# sourceMappingURL=map.json")
        .serve("/map.json", "application/json", MAP);
    SymbolicationConfig patient = config("symbolicator.symbolication.deadline", "1H");
    result(patient, Allowances.plenty(), origin.url("/there.js"));

    Deadline over = Deadline.in(Duration.ZERO);
    SymbolicationResult result =
        result(patient, Allowances.plenty(), over, origin.url("/late.js"), origin.url("/there.js"));

    SymbolicationReport report = ((Symbolicated) result).report();
    assertEquals(1, report.pending());
    assertEquals("pending", report.scripts().get(0).status());
    assertEquals(
        "found",
        report.scripts().get(1).status(),
        "known symbols are used although the deadline is over");
    Await.value(asked).response().setStatusCode(404).end();
  }

  /** A profile can name a hundred thousand scripts, each with a sentence in the report. */
  @Test
  void reportOfManyScriptsNeedsMemory() {
    String[] urls = new String[1_000];
    Arrays.setAll(urls, script -> "blob:" + script);
    Allowance memory = Allowances.plenty();
    SymbolicationResult all = result(config(), memory, urls);
    assertTrue(all instanceof Symbolicated);
    long ofAll = memory.held();
    SymbolicationResult refused = result(config(), Allowances.of(ofAll - 1), urls);
    assertTrue(
        refused instanceof SymbolicationResult.RejectedProfile rejected
            && rejected.reason() == SymbolicationResult.RejectionReason.OUT_OF_MEMORY);
    assertTrue(ofAll > 400_000, () -> "taken: " + ofAll);
  }
}
