package dev.symbolicator.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A frame of a trace: what V8 calls a function and where it says the function is. Line and column
 * are 1-based, as in the trace; 0 where it has none.
 */
record ReportedFunction(String name, String source, int line, int column) {

  static ReportedFunction of(JsonNode trace, int index) {
    JsonNode frame = trace.get("frames").get(index);
    JsonNode resource = frame.get("resourceId");
    return new ReportedFunction(
        repaired(frame.get("name").asText()),
        resource == null ? "" : path(trace.get("resources").get(resource.asInt()).asText()),
        frame.path("line").asInt(),
        frame.path("column").asInt());
  }

  /** Whether a minified build holds it, rather than the page or the browser itself. */
  boolean isOfTheBuild() {
    return source.startsWith("built/");
  }

  /**
   * The code of a module outside of its functions, or of a script that holds several: it belongs to
   * none of them. Also the arrow in which builders wrap such a script, right at its beginning.
   */
  boolean isTopLevel() {
    return line == 1 && column <= 2 && name.isEmpty();
  }

  /** A module of the app is known by its path, whatever a builder writes before it. */
  private static String path(String url) {
    return url.replaceFirst("^.*/(?=app/)", "").replaceFirst("^https?://[^/]*/", "");
  }

  /** Chromium writes the UTF-8 bytes of a name as if each were a character. */
  private static String repaired(String name) {
    try {
      ByteBuffer bytes = StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap(name));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      return name;
    }
  }

  @Override
  public String toString() {
    return "%s@%s:%d:%d".formatted(name, source, line, column);
  }
}
