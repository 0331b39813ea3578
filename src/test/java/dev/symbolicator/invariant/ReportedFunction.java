package dev.symbolicator.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A frame of a trace: a function's name and position as V8 reports them. Line and column are
 * 1-based, as in the trace; 0 if the frame has none.
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

  /** Tells whether the function is of a minified build, not of the page or the browser. */
  boolean isOfTheBuild() {
    return source.startsWith("built/");
  }

  /**
   * Tells whether this is the code of a module or script outside of its functions. The arrow in
   * which builders wrap a script, right at its beginning, counts as such.
   */
  boolean isTopLevel() {
    return line == 1 && column <= 2 && name.isEmpty();
  }

  /** Returns the path of an app's module without the prefix that a builder adds. */
  private static String path(String url) {
    return url.replaceFirst("^.*/(?=app/)", "").replaceFirst("^https?://[^/]*/", "");
  }

  /** Decodes a name whose UTF-8 bytes Chromium writes as one character each. */
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
