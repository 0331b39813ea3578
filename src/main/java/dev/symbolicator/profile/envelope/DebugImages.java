package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.ScanContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The array {@code debug_meta.images}: the debug IDs of scripts. */
final class DebugImages {
  private static final String FILE = "file://";

  private final ScanContext context;
  private final JsonReader json;
  private final FirstProblem problem;
  private final List<DebugImage> images = new ArrayList<>();
  private final Map<String, String> debugIds = new HashMap<>();

  /**
   * An entry of the array.
   *
   * @param script the script's URL; null for an entry that is of no script
   */
  record DebugImage(@Nullable String script, Span place) {}

  DebugImages(ScanContext context, FirstProblem problem) {
    this.context = context;
    this.json = context.json();
    this.problem = problem;
  }

  /** Reads the array at whose opening bracket the cursor stands. */
  void read() throws IOException {
    while (json.next() != Token.END_ARRAY) {
      int start = json.start();
      String script = null;
      String debugId = null;
      if (json.isAt(Token.START_OBJECT)) {
        while (json.next() != Token.END_OBJECT) {
          String member = json.name();
          json.next();
          boolean isText = json.isAt(Token.VALUE_STRING);
          if (isText && member.equals("code_file")) {
            script = json.text();
          } else if (isText && member.equals("debug_id")) {
            debugId = json.text();
          } else {
            json.skip();
          }
        }
      } else {
        json.skip();
      }
      add(script, debugId, new Span(start, json.end()));
    }
  }

  private void add(@Nullable String script, @Nullable String debugId, Span place) {
    int units = (script == null ? 0 : script.length()) + (debugId == null ? 0 : debugId.length());
    if (!context.memory().take(2 * MemoryMeter.RESOURCE + 2L * units, "")) {
      problem.outOfMemory();
    } else {
      images.add(new DebugImage(script, place));
      if (script != null && debugId != null) {
        debugIds.put(name(script), debugId);
      }
    }
  }

  List<DebugImage> all() {
    return images;
  }

  /** Returns the debug ID of a script; null if there is none. */
  @Nullable String debugIdOf(String script) {
    return debugIds.get(name(script));
  }

  /**
   * Returns a text that is equal for two spellings of one script: Node.js names a CommonJS module
   * by its path in frames, and by a file: URL elsewhere, or the other way round.
   */
  static String name(String script) {
    String path = script.startsWith(FILE) ? script.substring(FILE.length()) : script;
    boolean isOfWindows = path.length() > 2 && path.charAt(0) == '/' && path.charAt(2) == ':';
    return (isOfWindows ? path.substring(1) : path).replace('\\', '/');
  }
}
