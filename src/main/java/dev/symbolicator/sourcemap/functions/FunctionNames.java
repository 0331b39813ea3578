package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.JsonSlice;
import dev.symbolicator.sourcemap.MapExtensions;
import dev.symbolicator.sourcemap.SectionPlace;
import dev.symbolicator.sourcemap.SourceMapReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions of original sources in maps that name functions themselves. Three members are
 * known and asked in this order: {@code scopes} (proposal "Scopes" of ECMA-426), {@code
 * x_com_bloomberg_sourcesFunctionMappings} (pasta) and {@code x_facebook_sources} (Metro).
 *
 * <pre>{@code
 * FunctionNames names = FunctionNames.of(read, allowance);
 * NamedFunction function = names.at(mapping.source(), line, column);
 * }</pre>
 *
 * <p>Not all build tools write the original names into {@code scopes}. So these names must stand in
 * the source's text, if the map holds the text. A source's part is decoded when the source is first
 * asked for. A malformed part is left out as a whole and counted: the part of one source, or of one
 * map if all its sources share a string. An instance keeps the JSON text reachable, as {@link
 * dev.symbolicator.sourcemap.SourceTexts} does, and is not safe to share between threads.
 */
public final class FunctionNames {

  /**
   * The largest number of rows that are kept of one map: functions, and borders between them. A row
   * takes about 20 bytes. This limit has no configuration key: real maps come nowhere near, and a
   * key limits the size of a map already.
   */
  static final int MAX_ROWS = 8_000_000;

  /** The memory of a source without its tables, in bytes. */
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

  /**
   * Finds the members of a map that name functions. Decodes nothing yet.
   *
   * @param allowance charged now and by {@link #at}
   * @throws Allowance.Exceeded if the allowance is too small, as {@link #at} does
   */
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

  /** Tells whether the map names no functions, so that {@link #at} always returns null. */
  public boolean isEmpty() {
    return sections.isEmpty();
  }

  /**
   * Returns how many parts were malformed so far, each of a source or of a whole map. The number
   * grows as sources are asked for.
   */
  public int problems() {
    return problems;
  }

  /**
   * Returns the innermost function around a position of an original source.
   *
   * @param source index of the source in the map; any int is allowed, also for the line and the
   *     column
   * @param line 0-based line
   * @param column 0-based column in UTF-16 code units
   * @return null if the position lies outside of all functions, or if the map does not state the
   *     function's own name
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

  /** Finds a source's section by binary search: sections have ascending sources. */
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
}
