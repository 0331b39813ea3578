package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Check;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.MapMembers.MembersSection;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import dev.symbolicator.sourcemap.SourceMapProblem.Severity;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import java.io.IOException;
import java.util.List;

/**
 * Decodes the sections of one index map (ECMA-426, DecodeIndexSourceMap): their maps one after
 * another, with sources and names. Two slips in the standard are read as intended: its algorithm
 * decodes the outer map for each section, and returns inside the loop.
 */
final class SectionsDecoder {

  private final MapDecoder maps;
  private final JsonValues values;
  private final SourceMapLimits limits;
  private final ProblemLog problems;

  /** The start of the last section that was not left out; -1 if there was none. */
  private long previousBegin = -1;

  /** The greatest position of the last section that has mappings; the next field is its start. */
  private long previousLast = -1;

  private long previousMappedBegin = -1;

  SectionsDecoder(MapDecoder maps, JsonValues values, SourceMapLimits limits, ProblemLog problems) {
    this.maps = maps;
    this.values = values;
    this.limits = limits;
    this.problems = problems;
  }

  /** Appends all sections, and returns the greatest position of their mappings; -1 if none. */
  long decode(MapMembers members, int outerLine, long outerColumn) throws IOException {
    int offset = members.offset(Member.SECTIONS);
    List<MembersSection> sections = members.sections();
    if (sections == null) {
      throw new MapRejectedException(
          MapProblemKind.SECTIONS_NOT_AN_ARRAY, offset, "sections is not an array");
    }
    if (members.has(Member.MAPPINGS)) {
      problems.report(
          MapProblemKind.MAPPINGS_BESIDE_SECTIONS,
          members.offset(Member.MAPPINGS),
          "mappings stands beside sections");
    }
    long last = -1;
    for (MembersSection section : sections) {
      if (section.isObject()) {
        last = Math.max(last, decode(section, outerLine, outerColumn));
      } else {
        problems.report(
            MapProblemKind.SECTION_NOT_AN_OBJECT,
            section.start(),
            "An entry of sections is not an object");
      }
    }
    return last;
  }

  private long decode(MembersSection section, int outerLine, long outerColumn) throws IOException {
    if (section.offset() < 0 || !values.isObject(section.offset())) {
      throw new MapRejectedException(
          MapProblemKind.SECTION_OFFSET_NOT_AN_OBJECT,
          Math.max(section.start(), section.offset()),
          "The offset of a section is missing or not an object");
    }
    MapMembers map = section.members();
    if (map == null) {
      throw new MapRejectedException(
          MapProblemKind.SECTION_MAP_NOT_AN_OBJECT,
          Math.max(section.start(), section.map()),
          "The map of a section is missing or not an object");
    }
    SectionOffset own = SectionOffset.read(values, section.offset(), problems);
    if (outerLine + own.line() >= limits.generatedLines()) {
      throw new MapRejectedException(
          MapProblemKind.TOO_MANY_LINES,
          section.offset(),
          "More than " + limits.generatedLines() + " generated lines");
    }
    int line = (int) (outerLine + own.line());
    long column = own.line() == 0 ? outerColumn + own.column() : own.column();
    long begin = MappingBlocks.position(line, (int) Math.min(column, Integer.MAX_VALUE));
    checkOrder(begin, section.offset());
    return decodeMap(map, line, column, begin);
  }

  private void checkOrder(long begin, int offset) throws MapRejectedException {
    if (begin < previousBegin) {
      problems.report(
          MapProblemKind.SECTION_ORDER,
          offset,
          "A section begins before the section that precedes it");
    } else if (begin < previousLast || begin == previousMappedBegin) {
      problems.report(
          MapProblemKind.SECTION_OVERLAP,
          offset,
          "A section begins before a mapping of the section that precedes it");
    }
  }

  private long decodeMap(MapMembers map, int line, long column, long begin) throws IOException {
    try {
      long last = maps.decodeSection(map, line, column);
      previousBegin = begin;
      if (last >= 0) {
        previousLast = last;
        previousMappedBegin = begin;
      }
      return last;
    } catch (MapRejectedException rejected) {
      SourceMapProblem problem = rejected.problem;
      boolean concernsSectionOnly =
          problem.kind().severity() == Severity.FATAL && problem.kind() != MapProblemKind.NOT_JSON;
      if (!concernsSectionOnly) {
        throw rejected;
      }
      problems.report(
          MapProblemKind.SECTION_REJECTED,
          problem.byteOffset(),
          () -> "A section is left out: " + problem.detail());
      return -1;
    }
  }

  /**
   * The {@code offset} of a section.
   *
   * @param line generated line, 0-based; at most 2^31, which exceeds an int
   * @param column generated column, 0-based UTF-16 units; at most 2^31, which no position reaches
   */
  record SectionOffset(long line, long column) {

    private static final long GREATEST = 1L << 31;

    /**
     * Reads the object at an offset of the JSON text. An invalid number is reported and read as 0.
     */
    static SectionOffset read(JsonValues values, int offset, ProblemLog problems)
        throws IOException {
      int line = -1;
      int column = -1;
      JsonReader in = values.at(offset, Check.NOTHING);
      while (in.nextMember()) {
        String key = in.name();
        if (key.equals("line")) {
          line = in.start();
        } else if (key.equals("column")) {
          column = in.start();
        }
        in.skip();
      }
      return new SectionOffset(
          number(values, line, offset, problems), number(values, column, offset, problems));
    }

    private static long number(JsonValues values, int at, int object, ProblemLog problems)
        throws IOException {
      long number = at < 0 ? -1 : JsonValues.index(values.at(at, Check.NOTHING));
      if (number < 0) {
        problems.report(
            MapProblemKind.SECTION_OFFSET,
            Math.max(at, object),
            "The line or column of a section is not a non-negative integer");
        return 0;
      }
      return Math.min(number, GREATEST);
    }
  }
}
