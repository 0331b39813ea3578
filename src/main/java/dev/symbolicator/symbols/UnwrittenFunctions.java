package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName.NamePart;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.symbols.FunctionResolver.ExactStart;
import dev.symbolicator.symbols.MapShift.ShiftEvidence;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import dev.symbolicator.symbols.Positions.Place;
import dev.symbolicator.symbols.SegmentVotes.Candidate;
import dev.symbolicator.symbols.Symbol.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers for functions that nobody wrote as such, or whose text cannot be read:
 *
 * <ul>
 *   <li>what a compiler made of a component: the place of the first mapping, outside of all written
 *       functions of the component's file;
 *   <li>the function that a bundler put around a module: the module's top level. It holds all code
 *       of one source's top level, and that of no other;
 *   <li>functions of texts that are not the map's: the function that alone has the name;
 *   <li>else, and in other languages, the map's places and names.
 * </ul>
 */
final class UnwrittenFunctions {
  /** The qualified name of a module's top level; V8 gives it none. */
  static final String MODULE = "(module)";

  /** So many mappings make a function more than inlined code, or than a helper. */
  private static final int LEAST_OWN = 3;

  /** What follows the function of TypeScript's enums and namespaces. */
  private static final Pattern NAMESPACE = Pattern.compile("\\)?\\([\\w$.]{1,200}\\s?\\|\\|");

  /**
   * The most mappings of a function that are passed in search of the first: those of nested
   * functions would be passed once for each.
   */
  static final int MOST_PASSED = 1_000;

  /** The most mappings that are passed for all functions together, for each mapping of the map. */
  static final int PASSES = 8;

  /** Three entries of maps, or one and the name of a component. */
  private static final int ENTRY_BYTES = 240;

  /** Instead of a row: several functions have the name. */
  private static final int AMBIGUOUS = -1;

  private final String script;
  private final Outline outline;
  private final FunctionPositions generated;
  private final SourceMap map;
  private final OriginalSources originals;
  private final SegmentVotes votes;
  private final NameTokens tokens;
  private final NamePool names;
  private final Allowance allowance;

  /** The rows of functions by name, of texts that are not the map's; by source. */
  private final Map<Integer, Map<Integer, Integer>> rowsByName = new HashMap<>();

  /** The functions found by name, by row, and how many rows found each. */
  private final Map<Integer, Place> namesakes = new HashMap<>();

  private final Map<Place, Integer> claims = new HashMap<>();
  private final Map<Integer, Integer> modules = new HashMap<>();

  /** The names of components by source. */
  private final Map<Integer, String> components = new HashMap<>();

  private long passesLeft;

  UnwrittenFunctions(
      String script,
      Outline outline,
      FunctionPositions generated,
      SourceMap map,
      OriginalSources originals,
      SegmentVotes votes,
      NameTokens tokens,
      NamePool names,
      Allowance allowance) {
    this.script = script;
    this.outline = outline;
    this.generated = generated;
    this.map = map;
    this.originals = originals;
    this.votes = votes;
    this.tokens = tokens;
    this.names = names;
    this.allowance = allowance;
    passesLeft = MOST_PASSED + (long) PASSES * map.mappingCount();
  }

  /** An answer; names are those of the pool. */
  record Unwritten(Place place, int v8Name, int qualifiedName, Origin origin) {}

  /**
   * Finds the functions around modules. The outermost function with code of a source's top level is
   * one if all such code is within it, and its own is of that source alone.
   */
  void findModules(int[] resolved) {
    Map<Integer, Integer> outermost = new HashMap<>();
    Map<Integer, Integer> ends = new HashMap<>();
    for (int row = 0; row < resolved.length; row++) {
      for (Candidate candidate : votes.of(row)) {
        int number = candidate.original();
        if (originals.isTopLevel(number)) {
          Integer known = outermost.get(number);
          if (known == null) {
            allowance.take(ENTRY_BYTES);
          }
          if (known == null || outline.header(row) <= outline.header(known)) {
            outermost.put(number, row);
          }
          ends.merge(number, outline.end(row), Math::max);
        }
      }
    }
    outermost.forEach(
        (number, row) -> {
          int source = originals.source(number);
          if (resolved[row] == FunctionResolver.UNKNOWN
              && mayWrap(row, number)
              && outline.end(row) >= ends.getOrDefault(number, 0)
              && !votes.isOutside(source)
              && !originals.isComponent(source)
              && isOnlyTopLevel(row, number)) {
            modules.put(row, source);
          }
        });
  }

  /** Finds functions by their names in texts whose places say nothing. */
  void findNamesakes(int[] resolved) {
    for (int row = 0; row < resolved.length; row++) {
      Place body = resolved[row] >= 0 ? null : votes.firstInBody(row);
      OriginalFunctions functions = body == null ? null : originals.left(body.source());
      String name = functions == null ? null : keptName(row);
      if (body != null && functions != null && name != null) {
        Integer found =
            rowsByName
                .computeIfAbsent(body.source(), unknown -> byName(functions))
                .get(names.find(name));
        if (found != null
            && found != AMBIGUOUS
            && ExactStart.fits(outline.kind(row), functions.rows.kind(found))) {
          Place place = new Place(body.source(), found);
          allowance.take(ENTRY_BYTES);
          namesakes.put(row, place);
          claims.merge(place, 1, Integer::sum);
        }
      }
    }
  }

  /** Returns a name that minifiers did not make; null if there is none. */
  private @Nullable String keptName(int row) {
    FunctionKind kind = outline.kind(row);
    if (!FunctionResolver.isFunction(kind)) {
      return null;
    }
    String renamed = tokens.of(row, NameStyle.V8);
    String name =
        renamed == null && kind == FunctionKind.METHOD
            ? outline.name(row, NameStyle.V8).text()
            : renamed;
    return name == null || name.length() < ShiftEvidence.SHORTEST_NAME ? null : name;
  }

  private Map<Integer, Integer> byName(OriginalFunctions functions) {
    Map<Integer, Integer> byName = new HashMap<>();
    for (int row = 0; row < functions.rows.size(); row++) {
      if (FunctionResolver.isFunction(functions.rows.kind(row))
          && functions.rows.body(row) >= 0 // An overload has none.
          && functions.v8Name(row) != NamePool.NONE) {
        allowance.take(ENTRY_BYTES);
        byName.merge(functions.v8Name(row), row, (first, second) -> AMBIGUOUS);
      }
    }
    return byName;
  }

  private @Nullable Unwritten namesake(int row) {
    Place place = namesakes.get(row);
    OriginalFunctions functions = place == null ? null : originals.left(place.source());
    if (place == null || functions == null || claims.getOrDefault(place, 0) > 1) {
      return null;
    }
    int found = (int) place.position();
    return new Unwritten(
        new Place(place.source(), functions.rows.start(found)),
        functions.v8Name(found),
        functions.qualifiedName(found),
        Origin.WRITTEN);
  }

  /** A declaration may be a helper, unless it has more of the code. */
  private boolean mayWrap(int row, int topLevel) {
    FunctionKind kind = outline.kind(row);
    return FunctionResolver.isFunction(kind)
        && (kind != FunctionKind.DECLARATION || votes(row, topLevel) >= LEAST_OWN)
        && !NAMESPACE.matcher(script).region(outline.end(row), script.length()).lookingAt();
  }

  private int votes(int row, int number) {
    return votes.of(row).stream()
        .filter(candidate -> candidate.original() == number)
        .mapToInt(Candidate::votes)
        .sum();
  }

  private boolean isOnlyTopLevel(int row, int number) {
    return votes.of(row).stream()
        .mapToInt(Candidate::original)
        .allMatch(other -> other == number || !originals.isTopLevel(other));
  }

  /** Returns the answer for a row, whose original is negative if there is none. */
  @Nullable Unwritten of(int row, int original) {
    if (!FunctionResolver.isFunction(outline.kind(row))) {
      return null;
    }
    Unwritten component = ofComponent(row, original);
    if (component != null || original >= 0) {
      return component;
    }
    Unwritten namesake = namesake(row);
    if (namesake != null) {
      return namesake;
    }
    Integer module = modules.get(row);
    return module == null
        ? approximate(row)
        : new Unwritten(new Place(module, 0), names.add(""), names.add(MODULE), Origin.MODULE);
  }

  /**
   * Returns the answer for a function made of a component. Another original is believed, unless it
   * is of another file and so was inlined: then the function begins with the component's code.
   */
  private @Nullable Unwritten ofComponent(int row, int original) {
    if (!originals.hasMarkup() || (original >= 0 && votes.head(row) == original)) {
      return null;
    }
    int component = OriginalSources.NONE;
    int own = 0;
    for (Candidate candidate : votes.of(row)) {
      if (originals.isTopLevel(candidate.original())) {
        if (component != OriginalSources.NONE) {
          return null;
        }
        component = candidate.original();
        own = candidate.votes();
      }
    }
    if (original < 0) {
      return component(
          row,
          first(row, component == OriginalSources.NONE ? component : originals.source(component)));
    }
    boolean mayBeInlined =
        own >= LEAST_OWN && originals.source(original) != originals.source(component);
    Place first = mayBeInlined ? first(row, OriginalSources.NONE) : null;
    return first != null && first.source() == originals.source(component)
        ? component(row, first)
        : null;
  }

  private @Nullable Unwritten component(int row, @Nullable Place place) {
    if (place == null || !originals.isMarkup(place)) {
      return null;
    }
    String component = components.computeIfAbsent(place.source(), this::componentName);
    String own = outline.name(row, NameStyle.V8).text();
    String ofMap = tokens.of(row, NameStyle.V8);
    String name =
        outline.isNamedByProperty(row) && !own.isEmpty()
            ? own
            : ofMap != null ? ofMap : own.isEmpty() ? "" : component;
    String qualified =
        component.isEmpty() || name.equals(component)
            ? name
            : name.isEmpty() ? component : component + "." + name;
    return new Unwritten(place, names.add(name), names.add(qualified), Origin.COMPONENT);
  }

  private String componentName(int source) {
    String url = map.sourceUrl(source);
    String name = url == null ? "" : ComponentFile.name(url);
    String kept = name.length() > names.maxLength ? "" : name;
    allowance.take(ENTRY_BYTES + (long) Character.BYTES * kept.length());
    return kept;
  }

  /**
   * Returns the answer for a function whose source cannot be read, by the map alone: the mapping at
   * the function's start, at its own name, or the first one of its text.
   */
  private @Nullable Unwritten approximate(int row) {
    if (!originals.hasUnread()) {
      return null;
    }
    Mapping atStart = at(generated.start(row));
    Place place = place(atStart != null ? atStart : atName(row));
    if (place == null) {
      place = first(row, OriginalSources.NONE);
    }
    if (place == null || !originals.isUnread(place.source())) {
      return null;
    }
    return new Unwritten(
        place,
        name(row, NameStyle.V8),
        name(row, NameStyle.QUALIFIED),
        atStart != null ? Origin.WRITTEN : Origin.APPROXIMATE);
  }

  /** Returns the map's name; else one that minifiers keep; else that of the profile is kept. */
  private int name(int row, NameStyle style) {
    String ofMap = tokens.of(row, style);
    if (ofMap != null) {
      return names.add(ofMap);
    }
    String own = outline.isNamedByProperty(row) ? outline.name(row, style).text() : "";
    return own.isEmpty() ? NamePool.NONE : names.add(own);
  }

  private @Nullable Mapping at(long position) {
    return map.findExact(Positions.line(position), Positions.column(position));
  }

  private @Nullable Mapping atName(int row) {
    List<NamePart> parts = outline.name(row, NameStyle.V8).parts();
    int offset = parts.isEmpty() ? -1 : parts.get(parts.size() - 1).offset();
    return offset < 0 ? null : at(Positions.at(outline.lines(), offset));
  }

  private static @Nullable Place place(@Nullable Mapping mapping) {
    return mapping == null
        ? null
        : new Place(
            mapping.source(), Positions.of(mapping.originalLine(), mapping.originalColumn()));
  }

  /** Returns where the first mapping of a function's text leads, into a source if one is given. */
  private @Nullable Place first(int row, int source) {
    long from = generated.header(row);
    long to = Positions.at(outline.lines(), outline.end(row));
    MappingCursor mapping =
        map.mappings(
            Positions.line(from), Positions.column(from), Positions.line(to), Positions.column(to));
    for (int passed = 0; passed < MOST_PASSED && passesLeft > 0 && mapping.next(); passed++) {
      passesLeft--;
      if (mapping.isMapped() && (source == OriginalSources.NONE || mapping.source() == source)) {
        return new Place(
            mapping.source(), Positions.of(mapping.originalLine(), mapping.originalColumn()));
      }
    }
    return null;
  }
}
