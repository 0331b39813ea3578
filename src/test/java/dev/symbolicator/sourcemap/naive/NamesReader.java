package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMapProblem.Kind;
import dev.symbolicator.sourcemap.naive.MapMembers.Member;

/** Reads the member {@code names} of maps into one list. */
final class NamesReader {

  private final JsonValues values;
  private final int limit;
  private final ProblemLog problems;
  private final StringSlices.Builder names = new StringSlices.Builder();

  NamesReader(JsonValues values, int limit, ProblemLog problems) {
    this.values = values;
    this.limit = limit;
    this.problems = problems;
  }

  int size() {
    return names.size();
  }

  void truncate(int newSize) {
    names.truncate(newSize);
  }

  StringSlices build(byte[] bytes) {
    return names.build(bytes);
  }

  /** Appends the names of a map. */
  void read(MapMembers members) throws MapRejectedException {
    if (!values.optionalArray(members, Member.NAMES)) {
      return;
    }
    JsonScanner in = values.scannerAt(members.offset(Member.NAMES));
    for (boolean has = in.enter(); has; has = in.more()) {
      in.peek();
      int offset = in.position();
      if (names.size() == limit) {
        throw new MapRejectedException(
            Kind.TOO_MANY_NAMES, offset, "More than " + limit + " names");
      }
      if (values.isString(offset)) {
        names.add(offset + 1, values.validString(in));
      } else {
        problems.report(Kind.ENTRY_TYPE, offset, "An entry of names is not a string");
        names.add(offset, offset);
        in.skipValue();
      }
    }
  }
}
