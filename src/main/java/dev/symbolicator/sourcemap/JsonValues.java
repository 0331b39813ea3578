package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The values of members in a JSON text whose structure has been validated. Members that may be
 * absent are read as absent where they are of a wrong type, which is a tolerable problem.
 */
final class JsonValues {

  /** In bytes. Nobody writes a longer one. */
  private static final int LONGEST_NUMBER = 1_000;

  private final byte[] bytes;
  private final int maxNesting;
  private final ProblemLog problems;
  private final Allowance allowance;

  JsonValues(byte[] bytes, int maxNesting, ProblemLog problems, Allowance allowance) {
    this.allowance = allowance;
    this.bytes = bytes;
    this.maxNesting = maxNesting;
    this.problems = problems;
  }

  /** Passes a key; empty where it is too long to be a known one. */
  static String key(byte[] bytes, JsonScanner in) throws MapRejectedException {
    in.peek();
    int start = in.position() + 1;
    int end = in.key();
    return end - start > Member.LONGEST_KEY ? "" : JsonStrings.decode(bytes, start, end);
  }

  /** Passes a key; empty where it is too long to be a known one. */
  String key(JsonScanner in) throws MapRejectedException {
    return key(bytes, in);
  }

  /** Collects strings of the JSON text. */
  StringList.StringsBuilder newStrings() {
    return new StringList.StringsBuilder(bytes, allowance);
  }

  JsonScanner scannerAt(int offset) {
    return new JsonScanner(bytes, offset, maxNesting);
  }

  boolean isString(int offset) {
    return bytes[offset] == '"';
  }

  boolean isArray(int offset) {
    return bytes[offset] == '[';
  }

  boolean isObject(int offset) {
    return bytes[offset] == '{';
  }

  boolean isNull(int offset) {
    return bytes[offset] == 'n';
  }

  /** Passes the string the scanner stands on, whose content must be valid; returns its end. */
  int validString(JsonScanner in) throws MapRejectedException {
    int start = in.position() + 1;
    int plainEnd = in.plainString();
    if (plainEnd >= 0) {
      return plainEnd;
    }
    int end = in.string();
    int invalid = JsonStrings.firstInvalid(bytes, start, end);
    if (invalid >= 0) {
      throw new MapRejectedException(
          MapProblemKind.NOT_JSON,
          invalid,
          "Not JSON: not an escape, or a control character in a string");
    }
    return end;
  }

  /** Passes and decodes the string the scanner stands on, whose content must be valid. */
  String string(JsonScanner in) throws MapRejectedException {
    int start = in.position() + 1;
    int end = validString(in);
    allowance.take((long) Character.BYTES * (end - start));
    try (Allowance decoding = allowance.part()) {
      decoding.take(JsonStrings.decodingBytes(bytes, start, end));
      return JsonStrings.decode(bytes, start, end);
    }
  }

  /** A member that may be absent, as a string; null where it is absent or something else. */
  @Nullable String optionalString(MapMembers members, Member member) throws MapRejectedException {
    if (!members.has(member)) {
      return null;
    }
    int offset = members.offset(member);
    if (!isString(offset)) {
      problems.report(MapProblemKind.MEMBER_TYPE, offset, () -> member + " is not a string");
      return null;
    }
    return string(scannerAt(offset));
  }

  /** Whether a member that may be absent is an array. */
  boolean optionalArray(MapMembers members, Member member) throws MapRejectedException {
    if (!members.has(member)) {
      return false;
    }
    int offset = members.offset(member);
    if (!isArray(offset)) {
      problems.report(MapProblemKind.MEMBER_TYPE, offset, () -> member + " is not an array");
      return false;
    }
    return true;
  }

  /**
   * The number at an offset if it is an integer from 0; it may be written {@code 3.0} or {@code
   * 3e0}. -1 for anything else, as for what a double cannot hold or is written at great length;
   * {@link Long#MAX_VALUE} at most.
   */
  long index(int offset) throws MapRejectedException {
    byte first = bytes[offset];
    if (first != '-' && (first < '0' || first > '9')) {
      return -1;
    }
    JsonScanner in = scannerAt(offset);
    in.skipValue();
    if (in.position() - offset > LONGEST_NUMBER) {
      return -1;
    }
    String digits = new String(bytes, offset, in.position() - offset, StandardCharsets.US_ASCII);
    double number = Double.parseDouble(digits);
    boolean integer = number == Math.rint(number) && number < Double.POSITIVE_INFINITY;
    return number >= 0 && integer ? (long) number : -1;
  }
}
