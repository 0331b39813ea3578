package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * A source map with one mapping at each place: of several, the last one that the map has there.
 * Browsers and Node take that one. Tools that drop code may leave its mappings at the place of the
 * code behind it (rollup/rollup#3001, mozilla/source-map#61), so the ones before lead to code that
 * the script does not have.
 */
public final class LastMappings extends SourceMapView {

  private LastMappings(SourceMap map) {
    super(map);
  }

  /** Returns a map without the mappings that others at the same place replace. */
  public static SourceMap of(SourceMap map) {
    return new LastMappings(map);
  }

  @Override
  public @Nullable Mapping find(int generatedLine, int generatedColumn) {
    return map.find(generatedLine, generatedColumn);
  }

  @Override
  public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
    return map.findExact(generatedLine, generatedColumn);
  }

  @Override
  public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
    return new LastCursor(map.mappings(fromLine, fromColumn, toLine, toColumn));
  }

  @Override
  public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
    return new LastCursor(map.mappingsFrom(generatedLine, generatedColumn));
  }

  /** Stays one mapping behind the map's cursor, since only the next shows that one is the last. */
  private static final class LastCursor implements MappingCursor {
    private final MappingCursor ahead;
    private boolean isAhead;
    private int generatedLine;
    private int generatedColumn;
    private int source;
    private int originalLine;
    private int originalColumn;
    private int name;

    LastCursor(MappingCursor ahead) {
      this.ahead = ahead;
      isAhead = ahead.next();
    }

    @Override
    public boolean next() {
      if (!isAhead) {
        return false;
      }
      generatedLine = ahead.generatedLine();
      generatedColumn = ahead.generatedColumn();
      do {
        source = ahead.source();
        originalLine = ahead.originalLine();
        originalColumn = ahead.originalColumn();
        name = ahead.name();
        isAhead = ahead.next();
      } while (isAhead
          && ahead.generatedColumn() == generatedColumn
          && ahead.generatedLine() == generatedLine);
      return true;
    }

    @Override
    public int generatedLine() {
      return generatedLine;
    }

    @Override
    public int generatedColumn() {
      return generatedColumn;
    }

    @Override
    public boolean isMapped() {
      return source >= 0;
    }

    @Override
    public int source() {
      return source;
    }

    @Override
    public int originalLine() {
      return originalLine;
    }

    @Override
    public int originalColumn() {
      return originalColumn;
    }

    @Override
    public int name() {
      return name;
    }
  }
}
