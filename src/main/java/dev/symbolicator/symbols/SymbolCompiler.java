package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.FunctionResolver.ExactStart;
import dev.symbolicator.symbols.FunctionTable.FunctionTableWriter;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import dev.symbolicator.symbols.Positions.Place;
import dev.symbolicator.symbols.SourcePaths.PathReader;
import dev.symbolicator.symbols.StatementSearch.LineSearch;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import dev.symbolicator.symbols.UnwrittenFunctions.Unwritten;
import java.util.BitSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the original of each function of a script, and its name: that in the original text, as V8
 * would give it; else that of the map if it names functions (a sixth of Metro's names differ from
 * V8's); else the map's names for the tokens of the generated name.
 */
final class SymbolCompiler {
  /** The body by which Babel's asynchronous functions call the one that was written. */
  private static final Pattern THUNK =
      Pattern.compile("\\s*return\\s+[\\w$]+\\.apply\\(this,\\s*arguments\\);?\\s*}");

  private static final int LONGEST_THUNK = 100;

  private final SymbolInput input;
  private final Allowance allowance;
  private final Outline outline;
  private final SourceMap map;
  private final FunctionNames mapNames;
  private final NamePool names;
  private final OriginalSources originals;
  private final FunctionPositions generated;
  private final NameTokens tokens;
  private final boolean nests;
  private final boolean isDoubtful;
  private @Nullable String mismatch;
  private boolean isPartlyRight;

  SymbolCompiler(
      SymbolInput input, Outline outline, MapMatch match, int maxNameLength, Allowance allowance) {
    this.input = input;
    isDoubtful = match.isDoubtful();
    this.allowance = allowance;
    this.outline = outline;
    map = input.map();
    mapNames = input.names();
    names = new NamePool(maxNameLength, allowance);
    names.makeRoomFor(input.script());
    originals =
        new OriginalSources(
            map,
            input.files(),
            input.script(),
            match.samples(),
            isDoubtful,
            names,
            new PathReader(map, input.keys()),
            allowance);
    nests = outline.doubts() == 0;
    generated = new FunctionPositions(outline, input.script(), allowance);
    tokens = new NameTokens(input.script(), outline, map, maxNameLength, allowance);
  }

  FunctionTableWriter functions(Allowance ofTable) {
    ExactStart exactStart = new ExactStart(map, generated, originals);
    StatementSearch statements = new StatementSearch(map, generated, originals, names, tokens);
    LineSearch lines = new LineSearch(outline, map, generated, originals, names, allowance);
    SegmentVotes votes =
        nests
            ? SegmentVotes.count(generated, map, originals, allowance)
            : new SegmentVotes(generated.size(), allowance); // Nesting is not known.
    int[] resolved =
        new FunctionResolver(generated, originals, votes, exactStart, statements, lines, allowance)
            .resolve();
    takeBackThunks(resolved);
    new MethodFit(outline, originals, names, allowance).takeBack(resolved);
    originals.leaveForeign(resolved);
    if (isDoubtful) {
      BodyFit bodies = new BodyFit(input, outline, generated, originals, allowance);
      mismatch = bodies.takeBack(resolved);
      isPartlyRight = bodies.hasTakenBack();
    }
    UnwrittenFunctions unwritten =
        new UnwrittenFunctions(
            input.script(), outline, generated, map, originals, votes, tokens, names, allowance);
    if (nests) {
      unwritten.findModules(resolved);
      unwritten.findNamesakes(resolved);
    }
    FunctionTableWriter table = new FunctionTableWriter(names, ofTable);
    for (int row = 0; row < resolved.length; row++) {
      long start = generated.start(row);
      Unwritten found = nests ? unwritten.of(row, resolved[row]) : null;
      if (found != null) {
        Place place = found.place();
        table.add(start, place.source(), place.position(), found.v8Name(), found.qualifiedName());
        table.setOrigin(found.origin());
      } else if (resolved[row] >= 0) {
        add(table, start, resolved[row]);
      } else if (resolved[row] == FunctionResolver.MERGED) {
        table.add(start, FunctionTable.GENERATED, 0, NamePool.NONE, NamePool.NONE);
      } else {
        Place body = votes.firstInBody(row);
        boolean isUncertain =
            !nests
                || resolved[row] == FunctionResolver.UNCERTAIN
                || (body != null && originals.isContradicted(body.source()));
        addUnknown(
            table, row, body, isUncertain ? FunctionTable.UNCERTAIN : FunctionTable.GENERATED);
      }
      table.addWitness(nests ? NameWitness.of(outline, row) : NameWitness.NONE);
    }
    return table;
  }

  /** Takes back the originals of thunks around functions that have the same original. */
  private void takeBackThunks(int[] resolved) {
    BitSet thunks = new BitSet();
    BitSet others = new BitSet();
    for (int row = 0; row < resolved.length; row++) {
      if (resolved[row] >= 0) {
        boolean isThunk = isThunk(outline.body(row), outline.end(row));
        thunks.set(row, isThunk);
        if (!isThunk) {
          others.set(resolved[row]);
        }
      }
    }
    thunks.stream()
        .filter(row -> others.get(resolved[row]))
        .forEach(row -> resolved[row] = FunctionResolver.UNCERTAIN);
  }

  private boolean isThunk(int body, int end) {
    return body >= 0
        && end - body <= LONGEST_THUNK
        && THUNK.matcher(input.script()).region(body, end).matches();
  }

  void writePaths(BitSet used, BlockWriter block, Allowance ofTable) {
    originals.writePaths(used, block, ofTable);
  }

  @Nullable String mismatch() {
    return mismatch;
  }

  /** Returns the sources in which positions within functions are not to be believed. */
  BitSet contradictedSources() {
    BitSet sources = originals.contradictedSources();
    if (isPartlyRight) {
      sources.set(0, map.sourceCount());
    }
    return sources;
  }

  private void add(FunctionTableWriter table, long start, int number) {
    int source = originals.source(number);
    int row = originals.row(number);
    OriginalFunctions functions = originals.of(source);
    if (functions == null || row == FunctionPositions.NONE) {
      throw new IllegalStateException("the original of a function must be a function");
    }
    table.add(start, source, functions, row);
  }

  /**
   * Adds a function that was not found in an original text. If the map leads into a text that was
   * understood, the function has no place.
   */
  private void addUnknown(
      FunctionTableWriter table, int row, @Nullable Place body, int withoutOriginal) {
    long start = generated.start(row);
    Place own = coveringPlace(row, generated.header(row));
    int v8Name = pooled(tokens.of(row, NameStyle.V8));
    int qualifiedName = pooled(tokens.of(row, NameStyle.QUALIFIED));
    boolean isRenamed = v8Name != NamePool.NONE;
    Place place = own != null ? own : body != null || !isRenamed ? body : coveringPlace(row, 0);
    NamedFunction named = body == null ? null : named(body.source(), body.position());
    if (place == null
        || (nests
            && (originals.isUnderstood(place.source())
                || originals.isContradicted(place.source())))) {
      table.add(start, withoutOriginal, 0, v8Name, qualifiedName);
    } else if (body != null && named != null) {
      NamedFunction.Extent extent = named.extent();
      table.add(
          start,
          body.source(),
          extent == null ? body.position() : Positions.of(extent.startLine(), extent.startColumn()),
          names.add(named.name()),
          names.add(named.qualifiedName()));
    } else if (own != null || isRenamed) {
      table.add(start, FunctionTable.UNKNOWN, 0, v8Name, qualifiedName);
    } else {
      table.add(start, place.source(), place.position(), v8Name, qualifiedName);
    }
  }

  /**
   * Returns where the mapping that covers a function's start leads. One before {@code from} belongs
   * to other code.
   */
  private @Nullable Place coveringPlace(int row, long from) {
    long start = generated.start(row);
    Mapping mapping = map.find(Positions.line(start), Positions.column(start));
    return mapping != null
            && Positions.of(mapping.generatedLine(), mapping.generatedColumn()) >= from
        ? new Place(
            mapping.source(), Positions.of(mapping.originalLine(), mapping.originalColumn()))
        : null;
  }

  private @Nullable NamedFunction named(int source, long position) {
    return mapNames.at(source, Positions.line(position), Positions.column(position));
  }

  private int pooled(@Nullable String name) {
    return name == null ? NamePool.NONE : names.add(name);
  }
}
