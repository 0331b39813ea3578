package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.MappingBlocks.BlockCursor;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A map that keeps its mappings, names and sources as they were written, and nothing else. */
final class OpenedSourceMap implements SourceMap {

  private static final int OBJECTS_BYTES = 400;

  private final MappingBlocks mappings;
  private final SourceList sources;
  private final StringList names;
  private final @Nullable String file;
  private final @Nullable String debugId;

  OpenedSourceMap(
      MappingBlocks mappings,
      SourceList sources,
      StringList names,
      @Nullable String file,
      @Nullable String debugId) {
    this.mappings = mappings;
    this.sources = sources;
    this.names = names;
    this.file = file;
    this.debugId = debugId;
  }

  @Override
  public @Nullable Mapping find(int generatedLine, int generatedColumn) {
    BlockCursor cursor = mappings.floor(MappingBlocks.position(generatedLine, generatedColumn));
    return cursor == null ? null : cursor.mapping();
  }

  @Override
  public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
    long position = MappingBlocks.position(generatedLine, generatedColumn);
    BlockCursor cursor = mappings.floor(position);
    return cursor == null || cursor.position() != position ? null : cursor.mapping();
  }

  @Override
  public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
    return mappings.range(
        MappingBlocks.position(fromLine, fromColumn), MappingBlocks.position(toLine, toColumn));
  }

  @Override
  public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
    return mappings.range(MappingBlocks.position(generatedLine, generatedColumn), Long.MAX_VALUE);
  }

  @Override
  public int mappingCount() {
    return mappings.rowCount;
  }

  @Override
  public int sourceCount() {
    return sources.size();
  }

  @Override
  public @Nullable String sourceUrl(int source) {
    return sources.url(source);
  }

  @Override
  public @Nullable String sourceEntry(int source) {
    return sources.entry(source);
  }

  @Override
  public String sourceRoot(int source) {
    return sources.root(source);
  }

  @Override
  public boolean isIgnored(int source) {
    return sources.isIgnored(source);
  }

  @Override
  public int nameCount() {
    return names.size();
  }

  @Override
  public String name(int name) {
    return Objects.requireNonNullElse(names.get(name), "");
  }

  @Override
  public @Nullable String file() {
    return file;
  }

  @Override
  public @Nullable String debugId() {
    return debugId;
  }

  long retainedBytes() {
    return OBJECTS_BYTES
        + mappings.retainedBytes()
        + sources.retainedBytes()
        + names.retainedBytes()
        + (file == null ? 0 : 2L * file.length());
  }
}
