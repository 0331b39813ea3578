package dev.symbolicator.maps.upload;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Recognises what was sent in place of a source map. */
final class OtherContent {
  private static final int ENOUGH = 4096;

  /** Where the header of a tar says what it is (POSIX.1-2017, pax, ustar Interchange Format). */
  private static final int TAR_MAGIC_AT = 257;

  private OtherContent() {}

  /**
   * Returns what a content is and what to do, as two sentences; null if it may be meant for a map.
   *
   * @param content inflated
   */
  static @Nullable String of(byte[] content) {
    int length = Math.min(content.length, ENOUGH);
    String beginning = new String(content, 0, length, StandardCharsets.ISO_8859_1);
    if (beginning.startsWith("PK") || beginning.startsWith("SYSB") || isTar(beginning)) {
      return "It is an archive. Send a build folder with POST /source-maps?base=, and one map with"
          + " PUT.";
    }
    String text = withoutMark(beginning).strip();
    if (text.isEmpty()) {
      return "It is empty. Send the file that the build wrote.";
    }
    if (text.startsWith("<")) {
      boolean isPage = text.toLowerCase(Locale.ROOT).contains("<html");
      return "It is "
          + (isPage || isDoctype(text) ? "an HTML page" : "HTML or XML")
          + ". Send the file that the build wrote, not what a server answers in its place.";
    }
    boolean isJson = text.startsWith("{") || text.startsWith("[") || text.startsWith(")]}");
    if (isJson || text.chars().anyMatch(unit -> unit == 0)) {
      return null;
    }
    return "It looks like a script. Send its source map, or both in an archive with POST"
        + " /source-maps?base=.";
  }

  private static boolean isDoctype(String text) {
    return text.toLowerCase(Locale.ROOT).startsWith("<!doctype html");
  }

  private static boolean isTar(String beginning) {
    return beginning.startsWith("ustar", TAR_MAGIC_AT);
  }

  private static String withoutMark(String beginning) {
    return beginning.startsWith("\u00ef\u00bb\u00bf") ? beginning.substring(3) : beginning;
  }
}
