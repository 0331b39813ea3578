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
 * The functions of the original sources where the map itself names them. Three members are known,
 * asked in this order: {@code scopes} (proposal "Scopes" of ECMA-426), {@code
 * x_com_bloomberg_sourcesFunctionMappings} (pasta) and {@code x_facebook_sources} (Metro).
 *
 * <pre>{@code
 * FunctionNames names = FunctionNames.of(read, allowance);
 * NamedFunction function = names.at(mapping.source(), line, column);
 * }</pre>
 *
 * <p>Names in {@code scopes} must stand in the text of the source where the map holds it, since not
 * all build tools write the original ones. A source's part is decoded when the source is first
 * asked for. What cannot be decoded is left out as a whole and counted: for one source, or for one
 * map where all its sources share a string. It keeps the JSON text reachable, as {@link
 * dev.symbolicator.sourcemap.SourceTexts} do, and is not safe to share between threads.
 */
public final class FunctionNames {

  /**
   * How many functions, and borders between them, are kept of one map, about 20 bytes each. No key
   * of the configuration: maps that people make come nowhere near, and what an operator has to
   * choose, how large a map may be, has one.
   */
  static final int MAX_ROWS = 8_000_000;

  /** What a source takes besides its tables. */
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
   * Finds the members of a map that name functions. Nothing is decoded yet.
   *
   * @param allowance charged now and whenever a function is asked for
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

  /** Whether the map says nothing of functions, so that no question has an answer. */
  public boolean isEmpty() {
    return sections.isEmpty();
  }

  /**
   * How many parts could not be decoded so far, of a source or of a whole map. Grows as sources are
   * asked for.
   */
  public int problems() {
    return problems;
  }

  /**
   * The innermost function around a position of an original source.
   *
   * @param source index of the source in the map; any int may be asked for, as for the others
   * @param line 0-based line
   * @param column 0-based column in UTF-16 code units
   * @return null where the map does not say which function it is, or what it is called; it lies
   *     outside of all functions, or the name told is not the function's own
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

  /** The section a source belongs to, by binary search: sections have ascending sources. */
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
    boolean holds =
        section != null && source - section.place().firstSource() < section.place().sourceCount();
    return holds ? section : null;
  }
}
