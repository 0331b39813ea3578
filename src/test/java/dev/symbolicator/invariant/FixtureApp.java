package dev.symbolicator.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.testing.Chromium;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the app of {@code src/test/fixture-app}: modules with every kind of function, and several
 * builders' builds of them. Each function names its own marker when it is called.
 */
final class FixtureApp {

  /** The folders of the minified builds. */
  static final List<String> BUILDS =
      List.of("esbuild", "rolldown", "rollup-swc", "rollup-terser", "rspack", "webpack-terser");

  /** Stands for the original modules in place of a build. */
  static final String ORIGINAL = "original";

  /** Functions that builders are meant to inline. */
  static final String INLINED = "inlined";

  /** Every kind of function whose position or name V8 determines in a special way. */
  static final SortedSet<String> KINDS =
      new TreeSet<>(
          Set.of(
              "array element",
              "arrow",
              "assigned to a property",
              "assigned to a variable",
              "async arrow",
              "async function",
              "async method",
              "awkward text",
              "bound",
              "callback",
              "closure",
              "comma",
              "computed key",
              "conditional",
              "constructor",
              "declared function",
              "default export",
              "default value",
              "field arrow",
              "function called at once",
              "function expression",
              "generator function",
              "generator method",
              "getter",
              "implicit constructor",
              "instance fields",
              "logical",
              "method",
              "number key",
              "object method",
              "object property",
              "private accessor",
              "private method",
              "quoted key",
              "setter",
              "static initialiser",
              "static method",
              "top level",
              "unicode name",
              INLINED));

  private static final Path FOLDER = Path.of("src/test/fixture-app");
  private static final Pattern MARK = Pattern.compile("\\bmark(?:Caller)?\\(\"([^\"]+)\"\\)");
  private static final Duration HANG = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Loads marks.js by another URL on each page, since a trace lacks scripts that V8 compiled for
   * earlier pages.
   */
  private static final String PAGE =
      """
      <!doctype html>
      <meta charset="utf-8">
      <script src="/marks.js?%s"></script>
      <script type="module" src="%s"></script>
      """;

  private final TestOrigin origin;
  private final Map<String, String> traces = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  private FixtureApp(TestOrigin origin) {
    this.origin = origin;
  }

  /**
   * Runs the original modules and then every build in one browser, page after page.
   *
   * @param origin serves the app, its builds and their maps from now on
   * @return the trace that each page recorded, by build or {@link #ORIGINAL}
   */
  static Map<String, JsonNode> profile(TestOrigin origin) throws IOException, InterruptedException {
    FixtureApp app = new FixtureApp(origin);
    app.serveFiles();
    String next = "about:blank";
    for (String build : BUILDS) {
      app.servePage(build, "/built/" + build + "/app.js", next);
      next = "/" + build + "/";
    }
    app.servePage(ORIGINAL, "/app/main.js", next);
    new Chromium().openUntil(URI.create(origin.url("/" + ORIGINAL + "/")), app.done, HANG);
    Map<String, JsonNode> traces = new HashMap<>();
    for (Map.Entry<String, String> trace : app.traces.entrySet()) {
      traces.put(trace.getKey(), JSON.readTree(trace.getValue()));
    }
    return traces;
  }

  /** Returns the markers in the text of the original modules. */
  static Set<String> markers() throws IOException {
    Set<String> markers = new HashSet<>();
    try (Stream<Path> modules = Files.list(FOLDER.resolve("app"))) {
      for (Path module : modules.toList()) {
        Matcher calls = MARK.matcher(Files.readString(module));
        while (calls.find()) {
          markers.add(calls.group(1));
        }
      }
    }
    return markers;
  }

  private void serveFiles() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String path = "/" + FOLDER.relativize(file).toString().replace('\\', '/');
        origin.serve(
            path,
            path.endsWith(".map") ? "application/json" : "text/javascript",
            Files.readAllBytes(file));
      }
    }
  }

  /** Serves the page of one build. The page opens {@code next} after posting its trace. */
  private void servePage(String build, String script, String next) {
    String path = "/" + build + "/";
    String page = PAGE.formatted(build, script);
    origin.handle(
        path,
        request ->
            request
                .response()
                .putHeader("content-type", "text/html")
                .putHeader("document-policy", "js-profiling")
                .end(page));
    origin.handle(path + "trace", request -> answer(request, next, trace -> keep(build, trace)));
    origin.handle(
        path + "failure",
        request ->
            answer(
                request,
                "",
                why -> done.completeExceptionally(new AssertionError(build + ": " + why))));
  }

  private static void answer(HttpServerRequest request, String text, Consumer<String> posted) {
    request.bodyHandler(
        body -> {
          request.response().end(text);
          posted.accept(body.toString());
        });
  }

  private void keep(String build, String trace) {
    traces.put(build, trace);
    if (traces.size() == BUILDS.size() + 1) {
      done.complete(null);
    }
  }
}
