package dev.symbolicator.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The name and position of a frame's function, as reported by V8 or the service. Line and column
 * are 1-based, as in the trace; 0 if the frame has none.
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

  /** Tells whether the function belongs to the minified build, not to the page or the browser. */
  boolean isOfTheBuild() {
    return source.startsWith("built/");
  }

  /**
   * Tells whether this function is the top-level code of a module or script. The arrow function in
   * which builders wrap a script, right at its beginning, counts as top-level code.
   */
  boolean isTopLevel() {
    return line == 1 && column <= 2 && name.isEmpty();
  }

  /** Returns the path of a module without the prefix that a builder adds. */
  private static String path(String url) {
    return url.replaceFirst("^.*/(?=app/)", "").replaceFirst("^https?://[^/]*/", "");
  }

  /** Decodes a name in which Chromium writes each UTF-8 byte as one character. */
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
