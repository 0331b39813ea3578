package dev.symbolicator.content;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value of a Content-Encoding header (RFC 9110, section 8.4), read.
 *
 * <p>{@code Content-Encoding: gzip, br} reads as {@link Supported} with {@code [GZIP, BR]}: gzip
 * was applied first, so br is undone first.
 */
public sealed interface ContentCodings {

  /**
   * At most this many codings are undone; nobody sends more, and each multiplies what a bomb gains.
   */
  int MAX_CODINGS = 2;

  /** Codings in the order in which the sender applied them, {@code identity} left out. */
  record Supported(List<ContentCoding> applied) implements ContentCodings {
    public Supported {
      applied = List.copyOf(applied);
    }

    /**
     * Whether undoing them takes a window of up to 16 MiB. Decode such bodies on a few threads
     * only: then they wait for each other, where the budget would refuse some of them.
     */
    public boolean needWindow() {
      return applied.contains(ContentCoding.BR) || applied.contains(ContentCoding.ZSTD);
    }
  }

  /**
   * A coding this service cannot undo, or too many of them.
   *
   * @param detail {@code unknown: deflate}, for people
   */
  record Unsupported(String detail) implements ContentCodings {}

  /** No coding at all: the bytes are what they are. */
  Supported NONE = new Supported(List.of());

  /**
   * Reads a header's value.
   *
   * @param header the value, several header lines joined by commas, or null if there was none
   */
  static ContentCodings parse(@Nullable String header) {
    if (header == null) {
      return NONE;
    }
    List<ContentCoding> applied = new ArrayList<>();
    for (String element : header.split(",", -1)) {
      String name = element.strip();
      ContentCoding coding = name.isEmpty() ? ContentCoding.IDENTITY : ContentCoding.named(name);
      if (coding == null) {
        return new Unsupported("unknown: " + printable(name));
      }
      if (coding != ContentCoding.IDENTITY) {
        applied.add(coding);
      }
      if (applied.size() > MAX_CODINGS) {
        return new Unsupported("more than " + MAX_CODINGS + " codings");
      }
    }
    return new Supported(applied);
  }

  private static String printable(String name) {
    String shown = name.length() > 40 ? name.substring(0, 40) + "..." : name;
    return shown.replaceAll("[^\\x21-\\x7e]", "?");
  }
}
