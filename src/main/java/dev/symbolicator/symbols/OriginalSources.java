package dev.symbolicator.symbols;

import dev.symbolicator.identity.FunctionKeys;
import dev.symbolicator.identity.FunctionKeys.Stability;
import dev.symbolicator.identity.NormalPath;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.FunctionPositions.RowNesting;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples;
import dev.symbolicator.symbols.MapSurvey.SegmentSamples.Sample;
import dev.symbolicator.symbols.Positions.Place;
import dev.symbolicator.symbols.ScannedSource.OtherLanguages;
import dev.symbolicator.symbols.SourcePaths.PathReader;
import dev.symbolicator.symbols.SymbolTable.SourceFiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions of all original sources, numbered over all, with one number for each source's top
 * level. A source is outlined when a segment first points into it; of several that are one file
 * only the first is.
 */
final class OriginalSources {
  private static final int BYTES = 7 * Integer.BYTES;

  private static final int ENTRY_BYTES = 80;
  static final int NONE = -1;

  private final SourceMap map;
  private final SourceFiles files;
  private final NamePool names;
  private final Allowance allowance;
  private final @Nullable OriginalFunctions[] functions;
  private final RowNesting.@Nullable NestingWalk[] walks;
  private final boolean[] tried;
  private final String script;
  private final SegmentSamples samples;
  private final boolean isDoubtful;
  private final PathReader paths;

  /** How long the ids of each first source are valid. */
  private final Stability[] stabilities;

  /** The first sources whose text is not the map's: a step of the build changed it. */
  private final BitSet foreign = new BitSet();

  /** Those whose methods have other names, or whose map looks unsound: either may be another's. */
  private final BitSet contradicted = new BitSet();

  private final int[] firstSources;
  private final int[] firstNumbers;
  private final Ints order;

  /** The first sources that are files of components, and those in languages that are not read. */
  private final BitSet components = new BitSet();

  private final BitSet otherLanguages = new BitSet();

  /** The functions of texts that are not the map's, by first source. */
  private final Map<Integer, OriginalFunctions> left = new HashMap<>();

  /** The positions where markup begins and ends in scripts, in pairs, by first source. */
  private final Map<Integer, Longs> templates = new HashMap<>();

  private int numbers;

  /** The source of the last number that was looked up, since the next mostly has the same. */
  private int lastSource;

  OriginalSources(
      SourceMap map,
      SourceFiles files,
      String script,
      SegmentSamples samples,
      boolean isDoubtful,
      NamePool names,
      PathReader paths,
      Allowance allowance) {
    this.paths = paths;
    this.allowance = allowance;
    this.script = script;
    this.samples = samples;
    this.isDoubtful = isDoubtful;
    this.map = map;
    this.files = files;
    this.names = names;
    int sources = map.sourceCount();
    allowance.take((long) BYTES * sources);
    order = new Ints(allowance);
    functions = new OriginalFunctions[sources];
    walks = new RowNesting.NestingWalk[sources];
    tried = new boolean[sources];
    firstNumbers = new int[sources];
    stabilities = new Stability[sources];
    Arrays.fill(stabilities, Stability.NONE);
    firstSources = new int[sources];
    Arrays.setAll(firstSources, files::first);
  }

  /**
   * Returns the functions of a source; null if its text is unknown, not JavaScript or not the
   * map's.
   */
  @Nullable OriginalFunctions of(int source) {
    int first = firstSources[source];
    if (!tried[first]) {
      tried[first] = true;
      outline(first);
    }
    return functions[first];
  }

  boolean isUnderstood(int source) {
    OriginalFunctions known = of(source);
    return known != null && known.nests;
  }

  private void outline(int source) {
    String url = map.sourceUrl(source);
    if (url != null && OtherLanguages.has(url)) {
      otherLanguages.set(source);
      return;
    }
    String text = files.text(source);
    if (text == null) {
      return;
    }
    components.set(source, url != null && ComponentFile.is(url));
    OriginalFunctions outlined = outlined(source, url == null ? "" : url, text);
    if (contradicted.get(source) || (foreign.get(source) && script.isEmpty())) {
      keepLeft(source, outlined);
      return;
    }
    functions[source] = outlined;
    walks[source] = outlined.rows.walk();
    firstNumbers[source] = numbers;
    numbers += outlined.rows.size() + 1;
    order.add(source);
  }

  /** Outlines a source. Only its functions stay charged; its text and tokens do not. */
  private OriginalFunctions outlined(int source, String url, String text) {
    try (Allowance whileReading = allowance.part()) {
      whileReading.take((long) Character.BYTES * text.length());
      Sample sample = samples.of(source);
      ScannedSource scanned = ScannedSource.of(text, url, whileReading);
      ScannedSource read =
          new ScannedSource(
              scanned.text(),
              LineSeparators.counted(scanned.outline(), text, sample, whileReading));
      OriginalFunctions outlined = new OriginalFunctions(read, names, allowance);
      Longs inline = ComponentFile.templates(text, read.outline().lines(), allowance);
      if (!inline.isEmpty()) {
        allowance.take(ENTRY_BYTES);
        templates.put(source, inline);
      }
      if (sample != null && TextFit.isForeign(script, text, read.outline().lines(), sample)) {
        (isDoubtful ? contradicted : foreign).set(source);
      } else if (outlined.nests) {
        identify(source, url, text, scanned, outlined, whileReading);
      }
      return outlined;
    }
  }

  /** Of a component only what is written in its scripts has an id, not what its markup holds. */
  private void identify(
      int source,
      String url,
      String text,
      ScannedSource scanned,
      OriginalFunctions outlined,
      Allowance whileReading) {
    NormalPath path = paths.path(source, allowance);
    ScannedSource scripts =
        ComponentFile.is(url) ? ScannedSource.ofScripts(text, url, whileReading) : scanned;
    if (scripts.outline().doubts() == 0) {
      FunctionKeys keys =
          FunctionKeys.of(
              path, paths.namespace(), text, scripts.text(), scripts.outline(), whileReading);
      stabilities[source] = keys.stability();
      outlined.identify(scanned.outline(), scripts.outline(), keys, names);
    }
  }

  /**
   * Writes the paths of the used sources, and how long the ids of all their functions are valid.
   */
  void writePaths(BitSet used, BlockWriter block, Allowance ofTable) {
    Stability[] all = new Stability[firstSources.length];
    Arrays.setAll(all, source -> stabilities[firstSources[source]]);
    paths.write(used, all, block, ofTable);
  }

  /**
   * Notes that the text of a source is not the map's. The numbers of its functions are no longer
   * valid.
   */
  void leave(int source) {
    int first = firstSources[source];
    if (functions[first] != null) {
      contradicted.set(first);
      foreign.clear(first);
      drop(first);
    }
  }

  private void drop(int first) {
    keepLeft(first, functions[first]);
    functions[first] = null;
  }

  private void keepLeft(int first, @Nullable OriginalFunctions functions) {
    if (functions != null && !components.get(first)) {
      allowance.take(ENTRY_BYTES);
      left.put(first, functions);
    }
  }

  /**
   * Returns the functions of a text that is not the map's; null for others. A component's text is
   * then that of a step between, whose places say nothing.
   */
  @Nullable OriginalFunctions left(int source) {
    return left.get(firstSources[source]);
  }

  /**
   * Takes back what was found in texts that are not the map's, once their methods were compared.
   * The numbers of their functions are no longer valid.
   */
  void leaveForeign(int[] resolved) {
    for (int row = 0; row < resolved.length && !foreign.isEmpty(); row++) {
      if (resolved[row] >= 0 && foreign.get(source(resolved[row]))) {
        resolved[row] = FunctionResolver.UNKNOWN;
      }
    }
    foreign.stream().forEach(this::drop);
  }

  /** Tells whether map and text of a source contradict each other, so that neither is believed. */
  boolean isContradicted(int source) {
    return contradicted.get(firstSources[source]);
  }

  BitSet contradictedSources() {
    BitSet sources = new BitSet();
    for (int source = 0; source < firstSources.length && !contradicted.isEmpty(); source++) {
      sources.set(source, isContradicted(source));
    }
    return sources;
  }

  /** Tells whether a source's functions are not read: of another language, or another text. */
  boolean isUnread(int source) {
    return isOtherLanguage(source) || foreign.get(firstSources[source]);
  }

  boolean isOtherLanguage(int source) {
    return otherLanguages.get(firstSources[source]);
  }

  boolean hasUnread() {
    return !otherLanguages.isEmpty() || !foreign.isEmpty();
  }

  boolean isComponent(int source) {
    return components.get(firstSources[source]);
  }

  boolean hasMarkup() {
    return !components.isEmpty() || !templates.isEmpty();
  }

  /** Tells whether a place is in a component, and in no written function. */
  boolean isMarkup(Place place) {
    if (!isTopLevel(around(place.source(), place.position()))) {
      return false;
    }
    if (isComponent(place.source())) {
      return true;
    }
    Longs inline = templates.get(firstSources[place.source()]);
    return inline != null && inline.lastUpTo(place.position()) % 2 == 0;
  }

  boolean isTopLevel(int number) {
    return number >= 0
        && functions[source(number)] != null
        && row(number) == FunctionPositions.NONE;
  }

  /**
   * Returns the number of the innermost function around a position, classes included, or of the top
   * level; below {@link #NONE}, and one for each source, if the text is not known or understood.
   */
  int around(int source, long position) {
    OriginalFunctions known = of(source);
    RowNesting.NestingWalk walk = walks[firstSources[source]];
    if (known == null || walk == null || !known.nests) {
      return NONE - 1 - source;
    }
    return number(source, walk.around(position));
  }

  /** Returns the number of a row of an outlined source; without a row, that of the top level. */
  int number(int source, int row) {
    int first = firstSources[source];
    OriginalFunctions known = functions[first];
    int topLevel = known == null ? 0 : known.rows.size();
    return firstNumbers[first] + (row == FunctionPositions.NONE ? topLevel : row);
  }

  FunctionPositions rows(int source) {
    OriginalFunctions known = functions[firstSources[source]];
    if (known == null) {
      throw new IllegalStateException(
          "source " + source + " was not outlined, so its functions have no numbers");
    }
    return known.rows;
  }

  /** Tells whether a position in a function lies before the function's body. */
  boolean isInHead(int number, long position) {
    int row = row(number);
    return row != FunctionPositions.NONE && rows(source(number)).isInHead(row, position);
  }

  @Nullable FunctionKind kind(int number) {
    int row = row(number);
    return row == FunctionPositions.NONE ? null : rows(source(number)).kind(row);
  }

  int classOf(int number) {
    int row = row(number);
    if (row == FunctionPositions.NONE) {
      return FunctionPositions.NONE;
    }
    FunctionPositions rows = rows(source(number));
    return rows.kind(row) == FunctionKind.CLASS ? row : rows.owner(row);
  }

  int source(int number) {
    OriginalFunctions last = functions[lastSource];
    if (last != null
        && number >= firstNumbers[lastSource]
        && number - firstNumbers[lastSource] <= last.rows.size()) {
      return lastSource;
    }
    int low = 0;
    int high = order.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (firstNumbers[order.get(middle)] <= number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    lastSource = order.get(low - 1);
    return lastSource;
  }

  int row(int number) {
    int source = source(number);
    int row = number - firstNumbers[source];
    OriginalFunctions known = functions[source];
    return known == null || row == known.rows.size() ? FunctionPositions.NONE : row;
  }

  static final class OriginalFunctions {
    final FunctionPositions rows;
    final boolean nests;
    private final int[] v8Names;
    private final int[] debugNames;
    private final int[] qualifiedNames;
    private final long[] ids;
    private final long[] bodyHashes;
    private final int[] roles;

    OriginalFunctions(ScannedSource text, NamePool names, Allowance allowance) {
      Outline outline = text.outline();
      rows = new FunctionPositions(outline, text.text(), allowance);
      nests = outline.doubts() == 0;
      allowance.take((4L * Integer.BYTES + 2L * Long.BYTES) * outline.size());
      ids = new long[outline.size()];
      bodyHashes = new long[outline.size()];
      roles = new int[outline.size()];
      Arrays.fill(roles, NamePool.NONE);
      v8Names = new int[outline.size()];
      debugNames = new int[outline.size()];
      qualifiedNames = new int[outline.size()];
      names.makeRoomFor(text.text());
      for (int row = 0; row < outline.size(); row++) {
        int first = outline.first(row);
        if (first < row) {
          v8Names[row] = v8Names[first];
          debugNames[row] = debugNames[first];
          qualifiedNames[row] = qualifiedNames[first];
          continue;
        }
        FunctionName own = outline.name(row, NameStyle.V8);
        v8Names[row] = add(own, names);
        debugNames[row] = // Only a function without a name of its own has an inferred one.
            own.parts().isEmpty()
                ? add(outline.debugName(row, rows.functionAround(row)), names)
                : v8Names[row];
        qualifiedNames[row] = add(outline.name(row, NameStyle.QUALIFIED), names);
      }
    }

    private static int add(FunctionName name, NamePool names) {
      long length = 0;
      for (FunctionName.NamePart part : name.parts()) {
        length += part.text().length();
      }
      return length > names.maxLength ? NamePool.NONE : names.add(name.text());
    }

    private void identify(Outline outline, Outline scripts, FunctionKeys keys, NamePool names) {
      for (int row = 0; row < outline.size(); row++) {
        int known = outline == scripts ? row : sameIn(scripts, outline, row);
        int first = known < 0 ? -1 : scripts.first(known);
        if (first >= 0 && keys.has(first)) {
          ids[row] = keys.id(first);
          bodyHashes[row] = keys.bodyHash(first);
          String role = keys.role(first);
          roles[row] = role.isEmpty() ? NamePool.NONE : names.add(role);
        }
      }
    }

    private static int sameIn(Outline scripts, Outline outline, int row) {
      int found = scripts.startingAt(outline.start(row));
      boolean isSame =
          found >= 0
              && scripts.kind(found) == outline.kind(row)
              && scripts.end(found) == outline.end(row);
      return isSame ? found : -1;
    }

    long id(int row) {
      return ids[row];
    }

    long bodyHash(int row) {
      return bodyHashes[row];
    }

    int role(int row) {
      return roles[row];
    }

    int v8Name(int row) {
      return v8Names[row];
    }

    int debugName(int row) {
      return debugNames[row];
    }

    int qualifiedName(int row) {
      return qualifiedNames[row];
    }
  }
}
