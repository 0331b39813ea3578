package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions.Mode;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A problem in a source map, by its offset from the first byte read (-1 without a place) and a
 * sentence for people that never contains text of the map.
 */
public record SourceMapProblem(MapProblemKind kind, long byteOffset, String detail) {

  public enum Severity {
    /** The standard demands an error: the map is rejected, or only the section whose map it is. */
    FATAL,
    /** The map exceeds one of {@link SourceMapLimits} and is rejected. */
    LIMIT,
    /** The standard leaves the choice: strict mode rejects the map, lenient mode reports. */
    TOLERABLE
  }

  public enum MapProblemKind {
    /** The bytes are not one JSON text. */
    NOT_JSON(Severity.FATAL),
    /** The JSON text is not an object. */
    NOT_AN_OBJECT(Severity.FATAL),
    /** {@code mappings} is missing or not a string. */
    MAPPINGS_NOT_A_STRING(Severity.FATAL),
    /** {@code sources} is missing or not an array. */
    SOURCES_NOT_AN_ARRAY(Severity.FATAL),
    /** {@code sections} is not an array. */
    SECTIONS_NOT_AN_ARRAY(Severity.FATAL),
    /** A section's {@code offset} is missing or not an object. */
    SECTION_OFFSET_NOT_AN_OBJECT(Severity.FATAL),
    /** A section's {@code map} is missing or not an object. */
    SECTION_MAP_NOT_AN_OBJECT(Severity.FATAL),
    /** A number in {@code mappings} has more than 31 bits besides its sign. */
    VLQ_OUT_OF_RANGE(Severity.FATAL),

    /** {@link SourceMapLimits#segments()} is exceeded. */
    TOO_MANY_SEGMENTS(Severity.LIMIT),
    /** {@link SourceMapLimits#generatedLines()} is exceeded. */
    TOO_MANY_LINES(Severity.LIMIT),
    /** {@link SourceMapLimits#sources()} is exceeded. */
    TOO_MANY_SOURCES(Severity.LIMIT),
    /** {@link SourceMapLimits#sourceUrlChars()} is exceeded. */
    SOURCE_URLS_TOO_LONG(Severity.LIMIT),
    /** {@link SourceMapLimits#names()} is exceeded. */
    TOO_MANY_NAMES(Severity.LIMIT),
    /** {@link SourceMapLimits#sections()} is exceeded. */
    TOO_MANY_SECTIONS(Severity.LIMIT),
    /** {@link SourceMapLimits#nesting()} is exceeded. */
    NESTED_TOO_DEEPLY(Severity.LIMIT),

    /** {@code version} is not the number 3. */
    UNSUPPORTED_VERSION(Severity.TOLERABLE),
    /** A member is of a wrong type and counts as absent. */
    MEMBER_TYPE(Severity.TOLERABLE),
    /** An entry of {@code sources}, {@code sourcesContent} or {@code names} is of a wrong type. */
    ENTRY_TYPE(Severity.TOLERABLE),
    /** An entry of the ignore list is not the index of a source. */
    IGNORE_LIST_ENTRY(Severity.TOLERABLE),
    /** A source URL cannot be parsed. */
    SOURCE_URL(Severity.TOLERABLE),
    /** {@code mappings} breaks its grammar; only the mappings before that place are used. */
    MAPPINGS_GRAMMAR(Severity.TOLERABLE),
    /** A segment's generated column is negative; the segment is left out. */
    NEGATIVE_GENERATED_COLUMN(Severity.TOLERABLE),
    /** A position does not fit into 31 bits; the mapping is unmapped. */
    POSITION_OUT_OF_RANGE(Severity.TOLERABLE),
    /** A segment's source index is out of range; the mapping is unmapped. */
    SOURCE_INDEX(Severity.TOLERABLE),
    /** A segment's original line or column is negative; the mapping is unmapped. */
    NEGATIVE_ORIGINAL_POSITION(Severity.TOLERABLE),
    /** A segment's name index is out of range; the mapping has no name. */
    NAME_INDEX(Severity.TOLERABLE),
    /** {@code mappings} stands beside {@code sections} and is not used. */
    MAPPINGS_BESIDE_SECTIONS(Severity.TOLERABLE),
    /** A section is not an object and is left out. */
    SECTION_NOT_AN_OBJECT(Severity.TOLERABLE),
    /** A section's line or column is not a non-negative integer, and is read as 0. */
    SECTION_OFFSET(Severity.TOLERABLE),
    /** A section begins before the section that precedes it in the map. */
    SECTION_ORDER(Severity.TOLERABLE),
    /** A section begins before a mapping of the section that precedes it in the map. */
    SECTION_OVERLAP(Severity.TOLERABLE),
    /** A section's map is an index map, which the standard does not define. It is read. */
    NESTED_INDEX_MAP(Severity.TOLERABLE),
    /** A section's map has a fatal problem, given in the detail; the section is left out. */
    SECTION_REJECTED(Severity.TOLERABLE);

    private final Severity severity;

    MapProblemKind(Severity severity) {
      this.severity = severity;
    }

    public Severity severity() {
      return severity;
    }
  }

  /** Collects tolerable problems. In strict mode, the first problem ends the reading. */
  static final class ProblemLog {

    private final boolean isStrict;
    private final int limit;
    final List<SourceMapProblem> kept = new ArrayList<>();
    private int count;

    ProblemLog(ReadOptions options) {
      isStrict = options.mode() == Mode.STRICT;
      limit = options.limits().problems();
    }

    void report(MapProblemKind kind, long byteOffset, String detail) throws MapRejectedException {
      report(kind, byteOffset, () -> detail);
    }

    /** Computes the detail only of a problem that is kept, since a map may have millions. */
    void report(MapProblemKind kind, long byteOffset, Supplier<String> detail)
        throws MapRejectedException {
      if (isStrict) {
        throw new MapRejectedException(kind, byteOffset, detail.get());
      }
      count++;
      if (kept.size() < limit) {
        kept.add(new SourceMapProblem(kind, byteOffset, detail.get()));
      }
    }

    int count() {
      return count;
    }
  }

  /** Ends the reading of a map or of one section. Never leaves this package. */
  static final class MapRejectedException extends IOException {

    private static final long serialVersionUID = 1L;

    final transient SourceMapProblem problem;

    MapRejectedException(SourceMapProblem problem) {
      super(problem.detail());
      this.problem = problem;
    }

    /** Has no stack trace, since wrong maps are no bugs. */
    @Override
    public Throwable fillInStackTrace() {
      return this;
    }

    MapRejectedException(MapProblemKind kind, long byteOffset, String detail) {
      this(new SourceMapProblem(kind, byteOffset, detail));
    }
  }
}
