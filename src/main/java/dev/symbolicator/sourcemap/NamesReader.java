package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;

/** Reads the member {@code names} of maps into one list. */
final class NamesReader {

  /** In bytes. A longer name counts as absent, since names are always decoded as a whole. */
  static final int LONGEST_NAME = 1 << 16;

  private final JsonValues values;
  private final int limit;
  private final ProblemLog problems;
  private final StringList.StringsBuilder names;

  NamesReader(JsonValues values, int limit, ProblemLog problems) {
    this.values = values;
    this.limit = limit;
    this.problems = problems;
    names = values.newStrings();
  }

  int size() {
    return names.size();
  }

  StringList.StringsMark mark() {
    return names.mark();
  }

  void reset(StringList.StringsMark mark) {
    names.reset(mark);
  }

  StringList build() {
    return names.build();
  }

  /** Appends the names of a map. */
  void read(MapMembers members) throws MapRejectedException {
    if (!values.hasArray(members, Member.NAMES)) {
      return;
    }
    names.beginArray(members.offset(Member.NAMES), members.end(Member.NAMES));
    JsonScanner in = values.scannerAt(members.offset(Member.NAMES));
    for (boolean has = in.enter(); has; has = in.more()) {
      in.peek();
      int offset = in.position();
      if (names.size() == limit) {
        throw new MapRejectedException(
            MapProblemKind.TOO_MANY_NAMES, offset, "More than " + limit + " names");
      }
      if (values.isString(offset)) {
        if (values.validString(in) - offset - 1 > LONGEST_NAME) {
          problems.report(
              MapProblemKind.ENTRY_TYPE,
              offset,
              "A name is longer than " + LONGEST_NAME + " bytes");
          names.addAbsent();
        } else {
          names.add(offset + 1);
        }
      } else {
        problems.report(MapProblemKind.ENTRY_TYPE, offset, "An entry of names is not a string");
        names.addAbsent();
        in.skipValue();
      }
    }
  }
}
