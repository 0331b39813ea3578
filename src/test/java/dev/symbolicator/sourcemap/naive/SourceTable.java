package dev.symbolicator.sourcemap.naive;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a map.
 *
 * @param urls resolved URLs, null where there is none
 * @param contents where their texts stand in the JSON text; -1 where there is none
 * @param ignored indices of the ignored ones
 */
record SourceTable(List<@Nullable String> urls, StringSlices contents, BitSet ignored) {

  private static final int STRING_BYTES = 56;

  int size() {
    return urls.size();
  }

  long retainedBytes() {
    long total = contents.retainedBytes() + ignored.size() / Byte.SIZE;
    for (String url : urls) {
      total += url == null ? Integer.BYTES : STRING_BYTES + url.length();
    }
    return total;
  }
}
