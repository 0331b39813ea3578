package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.symbols.Block.Entries;
import org.jspecify.annotations.Nullable;

/** Reads the URLs of a script's sources in place. */
final class SourceTable {
  /**
   * The longest URL of a source, in UTF-16 units. A URL is read for every frame, so a longer one
   * counts as none, and frames in that source stay unchanged. This limit has no configuration key,
   * since the content of a block of this version depends on it. No source needs a longer URL.
   */
  static final int MAX_URL_LENGTH = 8_192;

  private final Entries ends;
  private final Entries urls;

  SourceTable(Block block) {
    ends = block.section(Section.SOURCE_ENDS);
    urls = block.section(Section.SOURCES);
  }

  static void write(SourceMap map, BlockWriter block, Allowance allowance) {
    Ints ends = new Ints(allowance);
    ByteSink urls = new ByteSink(allowance);
    for (int source = 0; source < map.sourceCount(); source++) {
      String url = map.sourceUrl(source);
      urls.text(url == null || url.length() > MAX_URL_LENGTH ? "" : url);
      ends.add(urls.size());
    }
    block.numbers(Section.SOURCE_ENDS, ends);
    block.bytes(Section.SOURCES, urls);
  }

  int count() {
    return ends.count();
  }

  /** Tells whether the map gives a URL for a source. */
  boolean hasUrl(int source) {
    return ends.get(source) > (source == 0 ? 0 : ends.get(source - 1));
  }

  /** Returns the URL of a source; null if the map gives none. */
  @Nullable String url(int source) {
    String url = urls.text(ends, source);
    return url.isEmpty() ? null : url;
  }
}
