package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.JsonSlice;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceTexts;
import dev.symbolicator.sourcemap.SourceTexts.MapExtensions;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import dev.symbolicator.sourcemap.functions.FunctionMappingsDecoder.FunctionMapDecoder;
import dev.symbolicator.sourcemap.functions.OriginalNames.NameReading;
import dev.symbolicator.sourcemap.functions.OriginalNames.OriginalName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions of original sources in maps that name functions themselves, by three members in
 * this order: {@code scopes} (proposal "Scopes" of ECMA-426), {@code
 * x_com_bloomberg_sourcesFunctionMappings} (pasta) and {@code x_facebook_sources} (Metro).
 *
 * <p>Not all build tools write the original names into {@code scopes}, so these must stand in the
 * source's text, if the map holds it. A source's part is decoded when first asked for; a malformed
 * part is left out and counted. Keeps the JSON text reachable. Not thread-safe.
 */
public final class FunctionNames {

  /**
   * The most functions, and borders between them, kept of one map, some 20 bytes each. No
   * configuration key: real maps come nowhere near.
   */
  static final int MAX_ROWS = 8_000_000;

  private static final int SOURCE_BYTES = 150;

  private interface Opening {
    FunctionsMember open(JsonSlice value) throws MalformedNamesException;
  }

  private record NamesSection(SectionPlace place, List<FunctionsMember> members) {}

  private final List<NamesSection> sections = new ArrayList<>();
  private final Map<Integer, List<SourceFunctions>> tables = new HashMap<>();
  private final RowBudget budget;
  private int problems;

  private FunctionNames(RowBudget budget) {
    this.budget = budget;
  }

  /** Finds the members that name functions, decoded by {@link #at}; both charge the allowance. */
  public static FunctionNames of(SourceMapReading.Read read, Allowance allowance) {
    return of(read, MAX_ROWS, allowance);
  }

  static FunctionNames of(SourceMapReading.Read read, int maxRows, Allowance allowance) {
    FunctionNames names = new FunctionNames(new RowBudget(maxRows, allowance));
    for (MapExtensions extensions : read.texts().extensions()) {
      names.add(read, extensions);
    }
    return names;
  }

  private void add(SourceMapReading.Read read, MapExtensions extensions) {
    FunctionsMembers openings = new FunctionsMembers(read, extensions.place(), budget.allowance());
    List<FunctionsMember> members = new ArrayList<>();
    open(extensions.scopes(), openings::scopes, members);
    open(extensions.functionMappings(), openings::functionMappings, members);
    open(extensions.facebookSources(), openings::facebookSources, members);
    if (!members.isEmpty()) {
      sections.add(new NamesSection(extensions.place(), members));
    }
  }

  private void open(@Nullable JsonSlice value, Opening opening, List<FunctionsMember> members) {
    if (value == null || value.isNull()) {
      return;
    }
    try {
      members.add(opening.open(value));
    } catch (MalformedNamesException malformed) {
      problems++;
    }
  }

  public boolean isEmpty() {
    return sections.isEmpty();
  }

  /** Returns how many parts were malformed so far. */
  public int problems() {
    return problems;
  }

  /**
   * Returns the innermost function around a 0-based position of a source, in UTF-16 units; null
   * outside of all functions, or without a stated name. Any ints are allowed.
   */
  public @Nullable NamedFunction at(int source, int line, int column) {
    if (isEmpty()) {
      return null;
    }
    for (SourceFunctions table : tables.computeIfAbsent(source, this::decode)) {
      NamedFunction function = table.at(line, column);
      if (function != null) {
        return function;
      }
    }
    return null;
  }

  private List<SourceFunctions> decode(int source) {
    budget.allowance().take(SOURCE_BYTES);
    List<SourceFunctions> found = new ArrayList<>();
    NamesSection section = section(source);
    if (section != null) {
      for (FunctionsMember member : section.members()) {
        try {
          SourceFunctions table = member.table(source - section.place().firstSource(), budget);
          if (table != null) {
            found.add(table);
          }
        } catch (MalformedNamesException malformed) {
          problems++;
        }
      }
    }
    return List.copyOf(found);
  }

  private @Nullable NamesSection section(int source) {
    int low = 0;
    int high = sections.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sections.get(middle).place().firstSource() <= source) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    NamesSection section = low == 0 ? null : sections.get(low - 1);
    boolean isInside =
        section != null && source - section.place().firstSource() < section.place().sourceCount();
    return isInside ? section : null;
  }

  interface FunctionsMember {

    /**
     * Decodes the functions of a source of the member's own map; null if there is nothing about it.
     */
    @Nullable SourceFunctions table(int source, RowBudget budget) throws MalformedNamesException;
  }

  static final class FunctionsMembers {

    private final SourceMap map;
    private final SourceTexts texts;
    private final SectionPlace place;
    private final Allowance allowance;

    FunctionsMembers(SourceMapReading.Read read, SectionPlace place, Allowance allowance) {
      this.allowance = allowance;
      map = read.map();
      texts = read.texts();
      this.place = place;
    }

    FunctionsMember scopes(JsonSlice scopes) throws MalformedNamesException {
      OriginalNames names = names(OriginalName::plain);
      String whole = scopes.string(allowance);
      FunctionsMember member =
          whole == null
              ? strings(scopes, (text, budget) -> ScopesDecoder.oneSource(text, names, budget))
              : new WholeMapScopes(whole, names, place.sourceCount());
      return (source, budget) -> {
        SourceFunctions table = member.table(source, budget);
        return table == null ? null : confirmed(table, source);
      };
    }

    private SourceFunctions confirmed(SourceFunctions table, int source)
        throws MalformedNamesException {
      try (Allowance reading = allowance.part()) {
        String text = texts.content(place.firstSource() + source, reading);
        if (text == null) {
          return table;
        }
        reading.take((long) Character.BYTES * text.length());
        return TextConfirmation.confirmed(table, text, reading);
      }
    }

    FunctionsMember functionMappings(JsonSlice mappings) throws MalformedNamesException {
      OriginalNames names = names(NameReading::pasta);
      return strings(
          mappings, (text, budget) -> FunctionMappingsDecoder.decode(text, names, budget));
    }

    FunctionsMember facebookSources(JsonSlice sources) throws MalformedNamesException {
      List<JsonSlice> entries = entries(sources, place.sourceCount());
      return (source, budget) ->
          source >= entries.size() || entries.get(source).isNull()
              ? null
              : metadata(entries(entries.get(source), 1), budget);
    }

    private @Nullable SourceFunctions metadata(List<JsonSlice> metadata, RowBudget budget)
        throws MalformedNamesException {
      if (metadata.isEmpty() || metadata.get(0).isNull()) {
        return null;
      }
      JsonSlice mappings = metadata.get(0).member("mappings");
      JsonSlice names = metadata.get(0).member("names");
      if (mappings == null || names == null) {
        throw new MalformedNamesException("a function map lacks names or mappings");
      }
      List<JsonSlice> entries = entries(names, Integer.MAX_VALUE);
      OriginalNames own =
          new OriginalNames(
              entries.size(),
              index -> entries.get(index).string(allowance),
              NameReading::metro,
              allowance);
      return decoded(mappings, (text, rows) -> FunctionMapDecoder.decode(text, own, rows), budget);
    }

    private interface StringDecoder {
      SourceFunctions decode(String text, RowBudget budget) throws MalformedNamesException;
    }

    private FunctionsMember strings(JsonSlice list, StringDecoder decoder)
        throws MalformedNamesException {
      List<JsonSlice> entries = entries(list, place.sourceCount());
      return (source, budget) ->
          source >= entries.size() || entries.get(source).isNull()
              ? null
              : decoded(entries.get(source), decoder, budget);
    }

    private SourceFunctions decoded(JsonSlice text, StringDecoder decoder, RowBudget budget)
        throws MalformedNamesException {
      try (Allowance reading = allowance.part()) {
        return decoder.decode(string(text, reading), budget);
      }
    }

    private OriginalNames names(Function<String, @Nullable OriginalName> reading) {
      return new OriginalNames(
          place.nameCount(), index -> map.name(place.firstName() + index), reading, allowance);
    }

    private List<JsonSlice> entries(JsonSlice value, int limit) throws MalformedNamesException {
      List<JsonSlice> entries = value.elements(limit, allowance);
      if (entries == null) {
        throw new MalformedNamesException("not an array");
      }
      return entries;
    }

    private static String string(JsonSlice value, Allowance allowance)
        throws MalformedNamesException {
      String text = value.string(allowance);
      if (text == null) {
        throw new MalformedNamesException("not a string");
      }
      return text;
    }
  }

  /**
   * All sources' scopes in one string, decoded together: only decoding finds where a part begins,
   * and the tables take less memory than the string.
   */
  static final class WholeMapScopes implements FunctionsMember {

    private final OriginalNames names;
    private final int sourceCount;
    private @Nullable String text;
    private List<@Nullable SourceFunctions> tables = List.of();

    WholeMapScopes(String text, OriginalNames names, int sourceCount) {
      this.text = text;
      this.names = names;
      this.sourceCount = sourceCount;
    }

    @Override
    public @Nullable SourceFunctions table(int source, RowBudget budget)
        throws MalformedNamesException {
      if (text != null) {
        String whole = text;
        text = null;
        tables = ScopesDecoder.wholeMap(whole, names, sourceCount, budget);
      }
      return source < tables.size() ? tables.get(source) : null;
    }
  }

  static final class RowBudget {

    private final Allowance allowance;
    private int left;

    RowBudget(int rows, Allowance allowance) {
      left = rows;
      this.allowance = allowance;
    }

    Allowance allowance() {
      return allowance;
    }

    void take() throws MalformedNamesException {
      if (left == 0) {
        throw new MalformedNamesException("too many functions");
      }
      left--;
    }
  }

  /** Ends the decoding of one part. Never leaves this package. */
  static final class MalformedNamesException extends Exception {

    private static final long serialVersionUID = 1L;

    MalformedNamesException(String detail) {
      super(detail, null, false, false);
    }
  }

  /**
   * A function as its map describes it: its name as V8 gives it, empty if anonymous; with its class
   * or object ({@code Class.method}, {@code new Class}), or equal to the name; null for an unstated
   * extent.
   */
  public record NamedFunction(String name, String qualifiedName, @Nullable Extent extent) {

    /**
     * The 0-based start and end of a function. Tools differ in the start (first parameter,
     * parenthesis, {@code function}, the white space before), and in whether the end's character
     * belongs to it.
     */
    public record Extent(int startLine, int startColumn, int endLine, int endColumn) {}
  }
}
