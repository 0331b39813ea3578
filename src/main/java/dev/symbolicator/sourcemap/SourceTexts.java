package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonString;
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
      decoding.take(JsonString.decodingBytes(json, starts.get(source), ends.get(source)));
      return JsonString.decode(json, starts.get(source), ends.get(source));
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

  /**
   * The members of one map that describe functions and are not part of ECMA-426, not decoded yet.
   * Indices in them count within that map; {@code place} relates these to the whole index map.
   *
   * @param place the place of the map in the index map that it is a section of
   * @param scopes the member {@code scopes} (proposal "Scopes"); null if absent, like the next two
   * @param functionMappings the member {@code x_com_bloomberg_sourcesFunctionMappings} (pasta)
   * @param facebookSources the member {@code x_facebook_sources} (Metro)
   */
  public record MapExtensions(
      SectionPlace place,
      @Nullable JsonSlice scopes,
      @Nullable JsonSlice functionMappings,
      @Nullable JsonSlice facebookSources) {}

  /**
   * The place of a map in the index map that it is a section of. A map by itself is a section at
   * 0:0. Lines and columns are 0-based; columns are UTF-16 code units.
   *
   * @param line generated line of the map's line 0
   * @param column generated column of the map's column 0, on its line 0 only; may exceed an int
   * @param firstSource index of the map's source 0 among all sources
   * @param sourceCount number of the map's sources
   * @param firstName index of the map's name 0 among all names
   * @param nameCount number of the map's names
   */
  public record SectionPlace(
      int line, long column, int firstSource, int sourceCount, int firstName, int nameCount) {}
}
