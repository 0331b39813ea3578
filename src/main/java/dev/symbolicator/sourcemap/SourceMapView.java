package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/** A source map whose mappings are those of another map, with changes. */
abstract class SourceMapView implements SourceMap {
  final SourceMap map;

  SourceMapView(SourceMap map) {
    this.map = map;
  }

  @Override
  public int mappingCount() {
    return map.mappingCount();
  }

  @Override
  public int sourceCount() {
    return map.sourceCount();
  }

  @Override
  public @Nullable String sourceUrl(int source) {
    return map.sourceUrl(source);
  }

  @Override
  public boolean isIgnored(int source) {
    return map.isIgnored(source);
  }

  @Override
  public int nameCount() {
    return map.nameCount();
  }

  @Override
  public String name(int name) {
    return map.name(name);
  }

  @Override
  public @Nullable String file() {
    return map.file();
  }

  @Override
  public @Nullable String debugId() {
    return map.debugId();
  }

  /** The mappings of a cursor. */
  abstract static class CursorView implements MappingCursor {
    private final MappingCursor cursor;

    CursorView(MappingCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public int generatedLine() {
      return cursor.generatedLine();
    }

    @Override
    public int generatedColumn() {
      return cursor.generatedColumn();
    }

    @Override
    public boolean isMapped() {
      return cursor.isMapped();
    }

    @Override
    public int source() {
      return cursor.source();
    }

    @Override
    public int originalLine() {
      return cursor.originalLine();
    }

    @Override
    public int originalColumn() {
      return cursor.originalColumn();
    }

    @Override
    public int name() {
      return cursor.name();
    }
  }
}
