package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonString;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a map that are needed only once, to work out names: the texts of sources, and
 * members of proposals. Keeps the whole JSON text reachable. Immutable and thread-safe.
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

  public boolean hasContent(int source) {
    return starts.get(Objects.checkIndex(source, starts.size())) >= 0;
  }

  /**
   * Decodes the text of a source, anew at each call; null if the map does not hold it. Invalid
   * escapes and bytes become U+FFFD, since reading a map does not validate them. The text is not
   * charged.
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
   * Returns the members of proposals, an entry for each map or section that has any, in their
   * order.
   */
  public List<MapExtensions> extensions() {
    return extensions;
  }

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
   * The members of one map that describe functions, not decoded: {@code scopes} (proposal
   * "Scopes"), {@code x_com_bloomberg_sourcesFunctionMappings} (pasta) and {@code
   * x_facebook_sources} (Metro). Their indices count within that map.
   */
  public record MapExtensions(
      SectionPlace place,
      @Nullable JsonSlice scopes,
      @Nullable JsonSlice functionMappings,
      @Nullable JsonSlice facebookSources) {}

  /**
   * The place of a map in the index map that it is a section of; a map by itself is at 0:0. The
   * column counts for the map's line 0 only, and may exceed an int. Sources and names are ranges
   * among all.
   */
  public record SectionPlace(
      int line, long column, int firstSource, int sourceCount, int firstName, int nameCount) {}
}
