package dev.symbolicator.profile.formats;

import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.heap.HeapFormat;
import dev.symbolicator.profile.trace.TraceFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads bodies that may be larger than the memory. A format is one more line in the list. */
public final class LargeProfileReader {
  private static final List<LargeFormat> FORMATS = List.of(new HeapFormat(), new TraceFormat());

  private LargeProfileReader() {}

  /** Returns the names of all formats. */
  public static List<String> names() {
    return FORMATS.stream().flatMap(format -> format.names().stream()).toList();
  }

  /** Returns the format of a name; null if there is none. */
  public static @Nullable LargeFormat named(String name) {
    return FORMATS.stream()
        .filter(format -> format.names().contains(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the format of a body by its first bytes; null for a body of no such format, or whose
   * format its first bytes do not show.
   *
   * @param head at most {@link LargeFormat#HEAD_BYTES}
   */
  public static @Nullable LargeFormat formatOf(byte[] head) {
    for (LargeFormat format : FORMATS) {
      if (format.recognises(head)) {
        return format;
      }
    }
    return null;
  }
}
