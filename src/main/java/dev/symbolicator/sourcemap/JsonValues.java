package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Check;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonString;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of members in a JSON text whose structure is validated. An optional member of a
 * wrong type is reported as a tolerable problem and counts as absent.
 */
final class JsonValues {

  /** In bytes, for a number and for a key. No tool writes a longer one that is read. */
  static final int LONGEST_NUMBER = 1_000;

  private final byte[] bytes;
  private final JsonReader in;
  private final ProblemLog problems;
  private final Allowance allowance;

  JsonValues(byte[] bytes, int maxNesting, ProblemLog problems, Allowance allowance) {
    this.allowance = allowance;
    this.bytes = bytes;
    in = new JsonReader(JsonText.of(bytes), maxNesting, LONGEST_NUMBER);
    this.problems = problems;
  }

  /** Returns a builder that collects strings of the JSON text. */
  StringList.StringsBuilder newStrings() {
    return new StringList.StringsBuilder(bytes, allowance);
  }

  /** Returns the one reader, at the value at an offset. */
  JsonReader at(int offset, Check check) throws IOException {
    Token unused = in.check(check).seek(offset).first();
    return in;
  }

  /** Skips the current entry of an array of strings, whose contents are checked. */
  void skipOther() throws IOException {
    in.check(Check.NOTHING).skip();
    in.check(Check.ESCAPES);
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

  /** Decodes the string at an offset. */
  String string(int offset) throws IOException {
    int start = offset + 1;
    int end = at(offset, Check.ESCAPES).end() - 1;
    allowance.take((long) Character.BYTES * (end - start));
    try (Allowance decoding = allowance.part()) {
      decoding.take(JsonString.decodingBytes(bytes, start, end));
      return JsonString.decode(bytes, start, end);
    }
  }

  /** Reads an optional member as a string; returns null if it is absent or of another type. */
  @Nullable String optionalString(MapMembers members, Member member) throws IOException {
    if (!members.has(member)) {
      return null;
    }
    int offset = members.offset(member);
    if (!isString(offset)) {
      problems.report(MapProblemKind.MEMBER_TYPE, offset, () -> member + " is not a string");
      return null;
    }
    return string(offset);
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
   * Reads the current value as a non-negative integer, which may be written {@code 3.0} or {@code
   * 3e0}.
   *
   * @return at most {@link Long#MAX_VALUE}; -1 for any other value, also for a number that exceeds
   *     a double or is longer than 1,000 bytes
   */
  static long index(JsonReader in) throws IOException {
    if (in.end() - in.start() > LONGEST_NUMBER) {
      return -1;
    }
    double number = in.number();
    boolean integer = number == Math.rint(number) && number < Double.POSITIVE_INFINITY;
    return number >= 0 && integer ? (long) number : -1;
  }
}
