package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.naive.NaiveLookup.Segment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes mappings as DecodeMappings of ECMA-426 does: splits texts at their separators, and reads
 * numbers of any size. Unlike in the standard, a segment with a grammar error does not empty the
 * list, but ends it.
 */
record NaiveMappings(
    int firstLine,
    long firstColumn,
    int sources,
    int names,
    int maxLines,
    ObjIntConsumer<MapProblemKind> problems) {

  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final String NUMBER = "[g-z0-9+/]*+[A-Za-f]";
  private static final Pattern VLQ = Pattern.compile(NUMBER);
  private static final Pattern SEGMENT =
      Pattern.compile("%1$s((%1$s){3}(%1$s)?)?".formatted(NUMBER));

  List<Segment> decode(Json field) {
    List<Segment> segments = new ArrayList<>();
    String mappings = field.string();
    int[] offsets = field.offsets();
    long[] state = new long[5];
    int line = firstLine;
    int at = 0;
    for (String lineText : mappings.split(";", -1)) {
      if (line >= maxLines) {
        throw new Rejection(MapProblemKind.TOO_MANY_LINES, offsets[at]);
      }
      state[0] = 0;
      for (String text : lineText.split(",", -1)) {
        if (!lineText.isEmpty()) {
          if (!SEGMENT.matcher(text).matches()) {
            problems.accept(MapProblemKind.MAPPINGS_GRAMMAR, offsets[at]);
            return segments;
          }
          int fields = add(text, state, offsets, at);
          if (state[0] < 0) {
            problems.accept(MapProblemKind.NEGATIVE_GENERATED_COLUMN, offsets[at]);
          } else {
            segments.add(segment(line, fields, state, offsets[at]));
          }
        }
        at += text.length() + 1;
      }
      line++;
    }
    return segments;
  }

  /**
   * Adds the numbers of a segment to the state; only the first number if the column becomes
   * negative.
   */
  private static int add(String text, long[] state, int[] offsets, int at) {
    int fields = 0;
    for (Matcher vlq = VLQ.matcher(text); vlq.find() && (fields == 0 || state[0] >= 0); fields++) {
      state[fields] += signed(vlq.group(), offsets[at + vlq.start()]);
    }
    return fields;
  }

  /** Implements VLQSignedValue. */
  private static long signed(String digits, int offset) {
    BigInteger unsigned = BigInteger.ZERO;
    for (int i = digits.length() - 1; i >= 0; i--) {
      int digit = BASE64.indexOf(digits.charAt(i)) % 32;
      unsigned = unsigned.multiply(BigInteger.valueOf(32)).add(BigInteger.valueOf(digit));
    }
    BigInteger value = unsigned.divide(BigInteger.TWO);
    if (value.compareTo(BigInteger.valueOf(1L << 31)) >= 0) {
      throw new Rejection(MapProblemKind.VLQ_OUT_OF_RANGE, offset);
    }
    long sign = unsigned.testBit(0) ? -1 : 1;
    return sign < 0 && value.signum() == 0 ? Integer.MIN_VALUE : sign * value.longValue();
  }

  private Segment segment(int line, int fields, long[] state, int offset) {
    long column = state[0] + (line == firstLine ? firstColumn : 0);
    Segment unmapped = unmapped(line, column);
    MapProblemKind wrong = fields == 1 ? null : wrongOriginal(state);
    boolean wrongName = fields == 5 && (state[4] < 0 || state[4] >= names);
    if (column > Integer.MAX_VALUE) {
      problems.accept(MapProblemKind.POSITION_OUT_OF_RANGE, offset);
    }
    if (wrong != null) {
      problems.accept(wrong, offset);
    }
    if (wrongName) {
      problems.accept(MapProblemKind.NAME_INDEX, offset);
    }
    if (fields == 1 || wrong != null || column > Integer.MAX_VALUE) {
      return unmapped;
    }
    int name = fields == 5 && !wrongName ? (int) state[4] : Mapping.NO_NAME;
    Mapping original =
        new Mapping(line, (int) column, (int) state[1], (int) state[2], (int) state[3], name);
    return new Segment(line, (int) column, original);
  }

  private MapProblemKind wrongOriginal(long[] state) {
    if (state[1] < 0 || state[1] >= sources) {
      return MapProblemKind.SOURCE_INDEX;
    }
    if (state[2] < 0 || state[3] < 0) {
      return MapProblemKind.NEGATIVE_ORIGINAL_POSITION;
    }
    boolean tooLarge = state[2] > Integer.MAX_VALUE || state[3] > Integer.MAX_VALUE;
    return tooLarge ? MapProblemKind.POSITION_OUT_OF_RANGE : null;
  }

  /** Returns an unmapped segment. A column beyond the greatest one counts as the greatest. */
  static Segment unmapped(int line, long column) {
    return new Segment(line, (int) Math.min(column, Integer.MAX_VALUE), null);
  }
}
