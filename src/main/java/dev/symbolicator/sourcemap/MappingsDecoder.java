package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonString;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;

/**
 * Decodes {@code mappings} (ECMA-426, DecodeMappings) that {@link MappingsScan} does not take. One
 * lost segment would shift all later ones, so after a grammar error the rest is left out; the
 * standard leaves out everything.
 */
final class MappingsDecoder {

  private static final int MAX_FIELDS = 5;

  private final MappingsInput in;
  private final SectionPlace place;
  private final SourceMapLimits limits;
  private final int rowsBefore;
  private final ProblemLog problems;
  private final MappingColumns.ColumnsBuilder table;

  private final long[] fields = new long[MAX_FIELDS];

  /** The first field of the segment that is out of range; its offset is {@link #badOffset}. */
  private int badField;

  private int badOffset;
  private int line;
  private long generatedColumn;
  private long source;
  private long originalLine;
  private long originalColumn;
  private long name;

  MappingsDecoder(
      MappingsInput in,
      SectionPlace place,
      SourceMapLimits limits,
      int rowsBefore,
      ProblemLog problems,
      MappingColumns.ColumnsBuilder table) {
    this.in = in;
    this.place = place;
    this.limits = limits;
    this.rowsBefore = rowsBefore;
    this.problems = problems;
    this.table = table;
  }

  void decode() throws MapRejectedException {
    checkLines();
    while (decodeLine() && in.peek() == ';') {
      nextLine();
    }
  }

  private boolean decodeLine() throws MapRejectedException {
    if (in.peek() == ';' || in.peek() == MappingsInput.END) {
      return true;
    }
    while (true) {
      int offset = in.offset();
      int count = segment();
      if (count < 0) {
        problems.report(
            MapProblemKind.MAPPINGS_GRAMMAR, offset, "Not a segment of 1, 4 or 5 VLQ numbers");
        return false;
      }
      apply(count, offset);
      if (in.peek() != ',') {
        return true;
      }
      in.consume();
    }
  }

  private void nextLine() throws MapRejectedException {
    in.consume();
    line++;
    generatedColumn = 0;
    checkLines();
  }

  private void checkLines() throws MapRejectedException {
    if ((long) place.line() + line >= limits.generatedLines()) {
      throw new MapRejectedException(
          MapProblemKind.TOO_MANY_LINES,
          in.offset(),
          "More than " + limits.generatedLines() + " generated lines");
    }
  }

  private int segment() {
    int count = 0;
    badField = MAX_FIELDS;
    while (true) {
      int next = in.peek();
      if (next == ',' || next == ';' || next == MappingsInput.END) {
        return count == 1 || count == 4 || count == 5 ? count : -1;
      }
      if (count == MAX_FIELDS || !number(count)) {
        return -1;
      }
      count++;
    }
  }

  /**
   * As in the standard, a number out of range is an error only if its segment is valid and uses it.
   */
  private boolean number(int field) {
    int offset = in.offset();
    long bits = 0;
    boolean tooLarge = false;
    int shift = 0;
    int digit;
    do {
      digit = Vlq.digit(in.peek());
      if (digit < 0) {
        return false;
      }
      in.consume();
      long value = digit & 31;
      if (shift <= Integer.SIZE) {
        bits |= value << shift;
        shift += 5;
      } else {
        tooLarge |= value != 0;
      }
    } while (digit >= 32);
    if (field < badField && (tooLarge || bits >>> 1 >= Vlq.LIMIT)) {
      badField = field;
      badOffset = offset;
    }
    fields[field] = Vlq.signed(bits);
    return true;
  }

  private void checkRange(int fieldsUsed) throws MapRejectedException {
    if (badField < fieldsUsed) {
      throw new MapRejectedException(
          MapProblemKind.VLQ_OUT_OF_RANGE, badOffset, "A number in mappings is not within 32 bits");
    }
  }

  private void apply(int count, int offset) throws MapRejectedException {
    checkRange(1);
    generatedColumn += fields[0];
    if (generatedColumn < 0) {
      long column = generatedColumn;
      problems.report(
          MapProblemKind.NEGATIVE_GENERATED_COLUMN, offset, () -> "Generated column is " + column);
      return;
    }
    checkRange(count);
    if (rowsBefore + table.size() == limits.segments()) {
      throw new MapRejectedException(
          MapProblemKind.TOO_MANY_SEGMENTS, offset, "More than " + limits.segments() + " segments");
    }
    if (count > 1) {
      source += fields[1];
      originalLine += fields[2];
      originalColumn += fields[3];
    }
    if (count == 5) {
      name += fields[4];
    }
    append(count, offset);
  }

  private void append(int count, int offset) throws MapRejectedException {
    int generatedLine = place.line() + line;
    long column = generatedColumn + (line == 0 ? place.column() : 0);
    // A mapping at an unreachable column becomes an unmapped one at the greatest column, so that it
    // still ends the reach of the mapping before it.
    boolean reachable = column <= Integer.MAX_VALUE;
    if (!reachable) {
      problems.report(
          MapProblemKind.POSITION_OUT_OF_RANGE, offset, () -> "Generated column is " + column);
    }
    int shownColumn = (int) Math.min(column, Integer.MAX_VALUE);
    boolean mapped = count > 1 && isOriginalPosition(offset);
    int nameIndex = count == 5 ? nameIndex(offset) : Mapping.NO_NAME;
    if (mapped && reachable) {
      table.add(
          generatedLine,
          shownColumn,
          place.firstSource() + (int) source,
          (int) originalLine,
          (int) originalColumn,
          nameIndex);
    } else {
      table.addUnmapped(generatedLine, shownColumn);
    }
  }

  private boolean isOriginalPosition(int offset) throws MapRejectedException {
    if (source < 0 || source >= place.sourceCount()) {
      long index = source;
      problems.report(
          MapProblemKind.SOURCE_INDEX,
          offset,
          () -> "Source index is " + index + ", the map has " + place.sourceCount() + " sources");
      return false;
    }
    long atLine = originalLine;
    long atColumn = originalColumn;
    if (atLine < 0 || atColumn < 0) {
      problems.report(
          MapProblemKind.NEGATIVE_ORIGINAL_POSITION,
          offset,
          () -> "Original position is " + atLine + ":" + atColumn);
      return false;
    }
    if (atLine > Integer.MAX_VALUE || atColumn > Integer.MAX_VALUE) {
      problems.report(
          MapProblemKind.POSITION_OUT_OF_RANGE,
          offset,
          () -> "Original position is " + atLine + ":" + atColumn);
      return false;
    }
    return true;
  }

  private int nameIndex(int offset) throws MapRejectedException {
    if (name < 0 || name >= place.nameCount()) {
      long index = name;
      problems.report(
          MapProblemKind.NAME_INDEX,
          offset,
          () -> "Name index is " + index + ", the map has " + place.nameCount() + " names");
      return Mapping.NO_NAME;
    }
    return place.firstName() + (int) name;
  }

  static final class MappingsInput {

    /** The result of {@link #peek()} after the last character. */
    static final int END = -1;

    /** Stands for every character beyond ASCII; none is valid in mappings. */
    private static final int OTHER = 0xFFFD;

    private final byte[] bytes;
    private final int end;
    private int offset;

    /** Takes the content of a JSON string; its escapes must be valid. */
    MappingsInput(byte[] bytes, int start, int end) {
      this.bytes = bytes;
      this.end = end;
      offset = start;
    }

    int peek() {
      if (offset == end) {
        return END;
      }
      byte b = bytes[offset];
      if (b == '\\') {
        return JsonString.escaped(bytes, offset);
      }
      return b < 0 ? OTHER : b;
    }

    void consume() {
      offset += bytes[offset] == '\\' ? JsonString.escapeLength(bytes, offset, end) : 1;
    }

    int offset() {
      return offset;
    }
  }
}
