package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceMapProblem.Kind;
import dev.symbolicator.sourcemap.naive.MapMembers.Member;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a map of the members that were found in the JSON text (ECMA-426, DecodeSourceMap). */
final class MapDecoder {

  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);

  private final byte[] bytes;
  private final SourceMapLimits limits;
  private final ProblemLog problems;
  private final JsonValues values;
  private final SourcesReader sources;
  private final NamesReader names;
  private final MappingTableBuilder mappings = new MappingTableBuilder();

  MapDecoder(byte[] bytes, ReadOptions options, ProblemLog problems) {
    this.bytes = bytes;
    limits = options.limits();
    this.problems = problems;
    values = new JsonValues(bytes, limits.nesting(), problems);
    sources = new SourcesReader(values, options, problems);
    names = new NamesReader(values, limits.names(), problems);
  }

  NaiveSourceMap decode(MapMembers members) throws MapRejectedException {
    checkVersion(members);
    String file = values.optionalString(members, Member.FILE);
    append(members, 0, 0);
    return new NaiveSourceMap(
        bytes, mappings.build(), sources.build(bytes), names.build(bytes), file, debugId(members));
  }

  /**
   * Appends the map of a section at a generated position; the column may exceed an int.
   *
   * @return the greatest generated position of its mappings, -1 if it has none
   */
  long decodeSection(MapMembers members, int line, long column) throws MapRejectedException {
    int mappingsBefore = mappings.size();
    int sourcesBefore = sources.size();
    int namesBefore = names.size();
    try {
      checkVersion(members);
      values.optionalString(members, Member.FILE);
      if (members.has(Member.SECTIONS)) {
        problems.report(
            Kind.NESTED_INDEX_MAP,
            members.offset(Member.SECTIONS),
            "The map of a section is an index map itself");
      }
      return append(members, line, column);
    } catch (MapRejectedException rejected) {
      mappings.truncate(mappingsBefore);
      sources.truncate(sourcesBefore);
      names.truncate(namesBefore);
      throw rejected;
    }
  }

  private long append(MapMembers members, int line, long column) throws MapRejectedException {
    if (members.has(Member.SECTIONS)) {
      return new SectionsDecoder(this, values, limits, problems).decode(members, line, column);
    }
    int offset = members.offset(Member.MAPPINGS);
    if (!members.has(Member.MAPPINGS) || !values.isString(offset)) {
      throw new MapRejectedException(
          Kind.MAPPINGS_NOT_A_STRING, offset, "mappings is missing or not a string");
    }
    int firstSource = sources.size();
    int firstName = names.size();
    sources.read(members);
    names.read(members);
    SectionPlace place =
        new SectionPlace(
            line,
            column,
            firstSource,
            sources.size() - firstSource,
            firstName,
            names.size() - firstName);
    int end = values.validString(values.scannerAt(offset));
    MappingsInput input = new MappingsInput(bytes, offset + 1, end);
    return new MappingsDecoder(input, place, limits, problems, mappings).decode();
  }

  private void checkVersion(MapMembers members) throws MapRejectedException {
    int offset = members.offset(Member.VERSION);
    if (!members.has(Member.VERSION) || values.index(offset) != 3) {
      problems.report(Kind.UNSUPPORTED_VERSION, offset, "version is not the number 3");
    }
  }

  /** Debug ids are a proposal, not the standard: what is none is nobody's error. */
  private @Nullable String debugId(MapMembers members) throws MapRejectedException {
    for (Member member : new Member[] {Member.DEBUG_ID, Member.SENTRY_DEBUG_ID}) {
      int offset = members.offset(member);
      if (members.has(member) && values.isString(offset)) {
        String id = values.string(values.scannerAt(offset));
        if (UUID.matcher(id).matches()) {
          return id.toLowerCase(Locale.ROOT);
        }
      }
    }
    return null;
  }
}
