package dev.symbolicator.script;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.testing.TestOrigin;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Serves small scripts and maps with headers and ETags, and answers conditional requests. A
 * script's version is the name of its map's source; {@link #version} tells the version that a table
 * was made from.
 */
final class ScriptFiles {
  private final TestOrigin origin;
  private final Map<String, String> headers = new ConcurrentHashMap<>();
  private final Map<String, Integer> notModified = new ConcurrentHashMap<>();

  ScriptFiles(TestOrigin origin) {
    this.origin = origin;
  }

  /** Serves a version of a script, and its map beside the script. */
  ScriptFiles serve(String path, String version) {
    file(
        path,
        "text/javascript",
        "f();//" + version + "\n//# sourceMappingURL=" + path.substring(1) + ".map");
    return map(path, version);
  }

  ScriptFiles map(String path, String version) {
    return file(path + ".map", "application/json", mapOf(version));
  }

  /** Returns the map of a version. */
  static String mapOf(String version) {
    return "{\"version\":3,\"sources\":[\""
        + version
        + ".ts\",\"other.ts\"],\"names\":[],\"mappings\":\"AAAA,CAAC\"}";
  }

  /** Sends a Cache-Control with every answer for a path from now on. */
  ScriptFiles cacheControl(String path, String value) {
    headers.put(path, value);
    return this;
  }

  /** Serves any file. */
  ScriptFiles file(String path, String type, String body) {
    String etag = "\"" + Sha256.of(body.getBytes(java.nio.charset.StandardCharsets.UTF_8)) + "\"";
    origin.handle(
        path,
        request -> {
          HttpServerResponse response =
              request.response().putHeader("content-type", type).putHeader("etag", etag);
          String control = headers.get(path);
          if (control != null) {
            response.putHeader("cache-control", control);
          }
          if (etag.equals(request.getHeader("if-none-match"))) {
            notModified.merge(path, 1, Integer::sum);
            response.setStatusCode(304).end();
          } else {
            response.end(body);
          }
        });
    return this;
  }

  /** Answers every request for a path with a status. */
  ScriptFiles fail(String path, int status) {
    origin.handle(path, request -> request.response().setStatusCode(status).end());
    return this;
  }

  /** Returns how often a path was answered with 304. */
  int notModified(String path) {
    return notModified.getOrDefault(path, 0);
  }

  /** Returns the version that a result was made from, or its status if it has no symbols. */
  static String version(ScriptResult result) {
    if (!(result instanceof ScriptResult.Found found)) {
      return result.status().label();
    }
    @Nullable Symbol symbol =
        found.symbols().lookup(NameStyle.V8, new RecentSymbols()).findExecuting(0, 1);
    return symbol == null
        ? "no symbol"
        : symbol.source().replaceFirst(".*/", "").replaceFirst("[.]ts$", "");
  }
}
