package dev.symbolicator.sourcemap;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A source map without the originals of some sources: their mappings are unmapped. */
public final class PartialSourceMap extends SourceMapView {
  private final BitSet left;

  private PartialSourceMap(SourceMap map, BitSet left) {
    super(map);
    this.left = left;
  }

  /**
   * Returns a map without the originals of some sources.
   *
   * @param sources 0-based indices of the sources, not changed later
   */
  public static SourceMap without(BitSet sources, SourceMap map) {
    return sources.isEmpty() ? map : new PartialSourceMap(map, sources);
  }

  @Override
  public @Nullable Mapping find(int generatedLine, int generatedColumn) {
    return kept(map.find(generatedLine, generatedColumn));
  }

  @Override
  public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
    return kept(map.findExact(generatedLine, generatedColumn));
  }

  private @Nullable Mapping kept(@Nullable Mapping mapping) {
    return mapping == null || left.get(mapping.source()) ? null : mapping;
  }

  @Override
  public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
    return new PartialCursor(map.mappings(fromLine, fromColumn, toLine, toColumn));
  }

  @Override
  public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
    return new PartialCursor(map.mappingsFrom(generatedLine, generatedColumn));
  }

  /** Walks over the map's mappings; those of the left sources are unmapped. */
  private final class PartialCursor extends CursorView {
    PartialCursor(MappingCursor cursor) {
      super(cursor);
    }

    @Override
    public boolean isMapped() {
      return super.isMapped() && !left.get(super.source());
    }

    @Override
    public int source() {
      return isMapped() ? super.source() : -1;
    }

    @Override
    public int originalLine() {
      return isMapped() ? super.originalLine() : -1;
    }

    @Override
    public int originalColumn() {
      return isMapped() ? super.originalColumn() : -1;
    }

    @Override
    public int name() {
      return isMapped() ? super.name() : Mapping.NO_NAME;
    }
  }
}
