package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Check;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.MappingBlocks.MappingBlocksBuilder;
import dev.symbolicator.sourcemap.MappingColumns.RowsEncoder;
import dev.symbolicator.sourcemap.MappingsDecoder.MappingsInput;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceTexts.MapExtensions;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds a map from the members found in its JSON text (ECMA-426, DecodeSourceMap). */
final class MapDecoder {

  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);

  /** The memory that a section takes besides its contents. */
  private static final int SECTION_BYTES = 600;

  /** In bytes. A longer name counts as absent, since names are always decoded as a whole. */
  static final int LONGEST_NAME = 1 << 16;

  private final byte[] bytes;
  private final Allowance allowance;
  private final SourceMapLimits limits;
  private final ProblemLog problems;
  private final JsonValues values;
  private final SourceList.SourcesReader sources;
  private final StringList.StringsBuilder names;
  private final MappingBlocksBuilder mappings;
  private final List<MapExtensions> extensions = new ArrayList<>();

  MapDecoder(byte[] bytes, ReadOptions options, ProblemLog problems, Allowance allowance) {
    this.allowance = allowance;
    this.bytes = bytes;
    limits = options.limits();
    this.problems = problems;
    values = new JsonValues(bytes, limits.nesting(), problems, allowance);
    sources = new SourceList.SourcesReader(bytes, values, options, problems, allowance);
    names = values.newStrings();
    mappings = new MappingBlocksBuilder(limits, allowance);
  }

  SourceMapReading.Read decode(MapMembers members) throws IOException {
    checkVersion(members);
    String file = values.optionalString(members, Member.FILE);
    append(members, 0, 0);
    SourceMap map =
        new OpenedSourceMap(
            mappings.build(), sources.sources(), names.build(), file, debugId(members));
    SourceTexts texts = sources.texts.build(extensions);
    return new SourceMapReading.Read(map, texts, problems.kept, problems.count());
  }

  /**
   * Appends the map of a section.
   *
   * @param line generated line where the section begins
   * @param column generated column where the section begins; may exceed an int
   * @return the greatest generated position of its mappings, in the form of {@link
   *     MappingBlocks#position}; -1 if there are none
   */
  long decodeSection(MapMembers members, int line, long column) throws IOException {
    MappingBlocksBuilder.BlocksMark mappingsBefore = mappings.mark();
    SourceList.SourcesMark sourcesBefore = sources.mark();
    StringList.StringsMark namesBefore = names.mark();
    int extensionsBefore = extensions.size();
    allowance.take(SECTION_BYTES);
    try {
      checkVersion(members);
      values.optionalString(members, Member.FILE);
      if (members.has(Member.SECTIONS)) {
        problems.report(
            MapProblemKind.NESTED_INDEX_MAP,
            members.offset(Member.SECTIONS),
            "The map of a section is an index map itself");
      }
      return append(members, line, column);
    } catch (MapRejectedException rejected) {
      mappings.reset(mappingsBefore);
      sources.reset(sourcesBefore);
      names.reset(namesBefore);
      extensions.subList(extensionsBefore, extensions.size()).clear();
      throw rejected;
    }
  }

  private long append(MapMembers members, int line, long column) throws IOException {
    if (members.has(Member.SECTIONS)) {
      return new SectionsDecoder(this, values, limits, problems).decode(members, line, column);
    }
    int offset = members.offset(Member.MAPPINGS);
    if (!members.has(Member.MAPPINGS) || !values.isString(offset)) {
      throw new MapRejectedException(
          MapProblemKind.MAPPINGS_NOT_A_STRING, offset, "mappings is missing or not a string");
    }
    int firstSource = sources.size();
    int firstName = names.size();
    sources.read(members);
    readNames(members);
    SectionPlace place =
        new SectionPlace(
            line,
            column,
            firstSource,
            sources.size() - firstSource,
            firstName,
            names.size() - firstName);
    noteExtensions(members, place);
    int rowsBefore = mappings.rowCount();
    int end = members.end(Member.MAPPINGS) - 1;
    if (!new MappingsScan(bytes, offset + 1, end, place).addTo(mappings)) {
      JsonReader unused = values.at(offset, Check.ESCAPES);
      decode(new MappingsInput(bytes, offset + 1, end), place, rowsBefore);
    }
    return mappings.rowCount() > rowsBefore ? mappings.last() : -1;
  }

  private void readNames(MapMembers members) throws IOException {
    if (!values.hasArray(members, Member.NAMES)) {
      return;
    }
    names.beginArray(members.offset(Member.NAMES), members.end(Member.NAMES));
    JsonReader in = values.at(members.offset(Member.NAMES), Check.ESCAPES);
    while (in.nextEntry()) {
      int offset = in.start();
      if (names.size() == limits.names()) {
        throw new MapRejectedException(
            MapProblemKind.TOO_MANY_NAMES, offset, "More than " + limits.names() + " names");
      }
      if (in.isAt(Token.VALUE_STRING)) {
        if (in.end() - offset - 2 > LONGEST_NAME) {
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
        values.skipOther();
      }
    }
  }

  /** Appends mappings that {@link MappingsScan} does not take. */
  private void decode(MappingsInput input, SectionPlace place, int rowsBefore)
      throws MapRejectedException {
    // The blocks keep the encoder's text until they are built, so the text stays charged.
    try (Allowance part = allowance.part()) {
      MappingColumns.ColumnsBuilder rows = new MappingColumns.ColumnsBuilder(part);
      new MappingsDecoder(input, place, limits, rowsBefore, problems, rows).decode();
      new RowsEncoder(rows.sorted(), allowance).addTo(mappings);
    }
  }

  private void noteExtensions(MapMembers members, SectionPlace place) {
    MapExtensions found =
        new MapExtensions(
            place,
            slice(members, Member.SCOPES),
            slice(members, Member.FUNCTION_MAPPINGS),
            slice(members, Member.FACEBOOK_SOURCES));
    if (found.scopes() != null
        || found.functionMappings() != null
        || found.facebookSources() != null) {
      extensions.add(found);
    }
  }

  private @Nullable JsonSlice slice(MapMembers members, Member member) {
    return members.has(member)
        ? new JsonSlice(bytes, members.offset(member), members.end(member))
        : null;
  }

  private void checkVersion(MapMembers members) throws IOException {
    int offset = members.offset(Member.VERSION);
    if (!members.has(Member.VERSION) || JsonValues.index(values.at(offset, Check.NOTHING)) != 3) {
      problems.report(MapProblemKind.UNSUPPORTED_VERSION, offset, "version is not the number 3");
    }
  }

  /** Reads the debug id. An invalid one is no problem to report: the standard has no debug ids. */
  private @Nullable String debugId(MapMembers members) throws IOException {
    for (Member member : new Member[] {Member.DEBUG_ID, Member.SENTRY_DEBUG_ID}) {
      int offset = members.offset(member);
      if (members.has(member) && values.isString(offset)) {
        String id = values.string(offset);
        if (UUID.matcher(id).matches()) {
          return id.toLowerCase(Locale.ROOT);
        }
      }
    }
    return null;
  }
}
