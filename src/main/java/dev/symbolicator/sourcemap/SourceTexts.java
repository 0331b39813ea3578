package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a map that are needed only once, to work out names: the texts of sources, and
 * members of proposals. Unlike {@link SourceMap}, this object keeps the whole JSON text reachable;
 * drop it after use.
 *
 * <p>Immutable, and safe to share between threads. An index out of range throws an {@link
 * IndexOutOfBoundsException}.
 */
public final class SourceTexts {

  private final byte[] json;
  private final Ints starts;
  private final Ints ends;
  private final List<MapExtensions> extensions;

  private SourceTexts(byte[] json, Ints starts, Ints ends, List<MapExtensions> extensions) {
    this.json = json;
    this.starts = starts;
    this.ends = ends;
    this.extensions = List.copyOf(extensions);
  }

  /** Tells whether the map holds the text of a source, given by its 0-based index. */
  public boolean hasContent(int source) {
    return starts.get(Objects.checkIndex(source, starts.size())) >= 0;
  }

  /**
   * Decodes the text of a source, anew at each call. Escapes that are not JSON and bytes that are
   * not UTF-8 become U+FFFD, since reading a map does not validate these texts.
   *
   * @param source 0-based index of the source
   * @param allowance charged while the text is decoded; the text itself is not charged
   * @return null if the map does not hold the text
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public @Nullable String content(int source, Allowance allowance) {
    if (!hasContent(source)) {
      return null;
    }
    try (Allowance decoding = allowance.part()) {
      decoding.take(JsonStrings.decodingBytes(json, starts.get(source), ends.get(source)));
      return JsonStrings.decode(json, starts.get(source), ends.get(source));
    }
  }

  /**
   * Returns the members of proposals, one entry for each map that has any of them. A map by itself
   * has at most one entry; an index map has at most one for each section, in the order of the
   * sections.
   */
  public List<MapExtensions> extensions() {
    return extensions;
  }

  /** Collects the texts of all sections, one row for each source. */
  static final class TextsBuilder {

    private final byte[] json;
    private final Ints starts;
    private final Ints ends;

    TextsBuilder(byte[] json, Allowance allowance) {
      this.json = json;
      starts = new Ints(allowance);
      ends = new Ints(allowance);
    }

    void add(int start, int end) {
      starts.add(start);
      ends.add(end);
    }

    void addAbsent() {
      add(-1, -1);
    }

    int size() {
      return starts.size();
    }

    void truncate(int newSize) {
      starts.truncate(newSize);
      ends.truncate(newSize);
    }

    SourceTexts build(List<MapExtensions> extensions) {
      return new SourceTexts(json, starts, ends, extensions);
    }
  }
}
