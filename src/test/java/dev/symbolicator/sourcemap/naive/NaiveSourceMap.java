package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A map whose mappings lie decoded in columns, and whose texts stay in the JSON text. */
public final class NaiveSourceMap implements SourceMap {

  private final byte[] json;
  private final MappingTable mappings;
  private final SourceTable sources;
  private final StringSlices names;
  private final @Nullable String file;
  private final @Nullable String debugId;

  NaiveSourceMap(
      byte[] json,
      MappingTable mappings,
      SourceTable sources,
      StringSlices names,
      @Nullable String file,
      @Nullable String debugId) {
    this.json = json;
    this.mappings = mappings;
    this.sources = sources;
    this.names = names;
    this.file = file;
    this.debugId = debugId;
  }

  @Override
  public @Nullable Mapping find(int generatedLine, int generatedColumn) {
    return mappingAt(mappings.floor(generatedLine, generatedColumn));
  }

  @Override
  public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
    int row = mappings.floor(generatedLine, generatedColumn);
    boolean exact =
        row >= 0
            && mappings.positionAt(row) == MappingTable.position(generatedLine, generatedColumn);
    return exact ? mappingAt(row) : null;
  }

  @Override
  public MappingCursor covering(int generatedLine, int generatedColumn) {
    int last = mappings.floor(generatedLine, generatedColumn);
    int first = last;
    while (first > 0 && mappings.positionAt(first - 1) == mappings.positionAt(last)) {
      first--;
    }
    return mappings.cursor(Math.max(first, 0), last + 1);
  }

  @Override
  public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
    return mappings.cursor(
        mappings.lowerBound(fromLine, fromColumn), mappings.lowerBound(toLine, toColumn));
  }

  @Override
  public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
    return mappings.cursor(mappings.lowerBound(generatedLine, generatedColumn), mappings.size());
  }

  @Override
  public int mappingCount() {
    return mappings.size();
  }

  @Override
  public int sourceCount() {
    return sources.size();
  }

  @Override
  public @Nullable String sourceUrl(int source) {
    return sources.urls().get(source);
  }

  /** The text of a source, null where there is none. */
  public @Nullable String sourceContent(int source) {
    return sources.contents().get(source);
  }

  @Override
  public boolean isIgnored(int source) {
    return sources.ignored().get(Objects.checkIndex(source, sources.size()));
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

  @Override
  public long retainedBytes() {
    return json.length + mappings.retainedBytes() + sources.retainedBytes() + names.retainedBytes();
  }

  private @Nullable Mapping mappingAt(int row) {
    MappingCursor cursor = mappings.cursor(row, row + 1);
    return row >= 0 && cursor.next() ? cursor.mapping() : null;
  }
}
