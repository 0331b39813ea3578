package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of members in a JSON text whose structure is validated. An optional member of a
 * wrong type is reported as a tolerable problem and counts as absent.
 */
final class JsonValues {

  /** In bytes. No tool writes a longer number. */
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

  /** Consumes and decodes a key; returns an empty string if it is too long to be a known one. */
  static String key(byte[] bytes, JsonScanner in) throws MapRejectedException {
    in.peek();
    int start = in.position() + 1;
    int end = in.key();
    return end - start > Member.LONGEST_KEY ? "" : JsonStrings.decode(bytes, start, end);
  }

  /** Like {@link #key(byte[], JsonScanner)}, but for this JSON text. */
  String key(JsonScanner in) throws MapRejectedException {
    return key(bytes, in);
  }

  /** Returns a builder that collects strings of the JSON text. */
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

  /** Consumes and validates the string at the scanner; returns the offset of its closing quote. */
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
          "Not JSON: an invalid escape or a control character in a string");
    }
    return end;
  }

  /** Consumes, validates and decodes the string at the scanner. */
  String string(JsonScanner in) throws MapRejectedException {
    int start = in.position() + 1;
    int end = validString(in);
    allowance.take((long) Character.BYTES * (end - start));
    try (Allowance decoding = allowance.part()) {
      decoding.take(JsonStrings.decodingBytes(bytes, start, end));
      return JsonStrings.decode(bytes, start, end);
    }
  }

  /** Reads an optional member as a string; returns null if it is absent or of another type. */
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

  boolean hasArray(MapMembers members, Member member) throws MapRejectedException {
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
   * Reads the value at an offset as a non-negative integer, which may be written {@code 3.0} or
   * {@code 3e0}.
   *
   * @return at most {@link Long#MAX_VALUE}; -1 for any other value, also for a number that exceeds
   *     a double or is longer than 1,000 bytes
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
