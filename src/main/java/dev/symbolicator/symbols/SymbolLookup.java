package dev.symbolicator.symbols;

import dev.symbolicator.identity.FunctionKeys.Stability;
import dev.symbolicator.identity.NormalPath;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.symbols.Positions.Place;
import dev.symbolicator.symbols.RecentSymbols.Answer;
import dev.symbolicator.symbols.RecentSymbols.Query;
import dev.symbolicator.symbols.RecentSymbols.QueryKind;
import dev.symbolicator.symbols.Symbol.Origin;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one profile in a script's table. Each source and name is read once. Not
 * thread-safe.
 */
public final class SymbolLookup {
  private final SymbolTable table;
  private final NameStyle style;
  private final RecentSymbols recent;
  private final Map<Integer, @Nullable String> sources = new HashMap<>();
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, @Nullable NormalPath> paths = new HashMap<>();
  private final Map<Integer, FunctionIdentity> identities = new HashMap<>();
  private int strange;
  private int generated;

  SymbolLookup(SymbolTable table, NameStyle style, RecentSymbols recent) {
    this.table = table;
    this.style = style;
    this.recent = recent;
  }

  /**
   * Finds the original of a function by its 0-based start, in UTF-16 units; null if the map has no
   * answer, or the table {@link SymbolTable#isCorrupt}. Counts the frame if {@link
   * StartFit#isStrange}; such a frame has no original.
   */
  public @Nullable Symbol find(int line, int column, String name, NameCheck check) {
    Answer answer = start(line, column, name);
    if (fit(answer.start(), name, check).isStrange()) {
      strange++;
      return null;
    }
    if (answer.isGenerated()) {
      generated++;
    }
    return answer.symbol();
  }

  /** Like {@link #find(int, int, String, NameCheck)}, but compares no names. */
  public @Nullable Symbol find(int line, int column, String name) {
    return find(line, column, name, NameCheck.NONE);
  }

  public StartFit fit(int line, int column, String name, NameCheck check) {
    return fit(start(line, column, name).start(), name, check);
  }

  private static StartFit fit(int start, String name, NameCheck check) {
    return switch (start) {
      case Answer.UNKNOWN -> StartFit.UNKNOWN;
      case Answer.NO_FUNCTION -> StartFit.NO_FUNCTION;
      default -> NameWitness.fit(start, name, check);
    };
  }

  /**
   * Finds the original of a 0-based position within a function, without a name if the function
   * around has none, or is not known; null if the map has no answer, or the table {@link
   * SymbolTable#isCorrupt}.
   */
  public @Nullable Symbol findExecuting(int line, int column) {
    return answer(line, column, QueryKind.EXECUTING).symbol();
  }

  public int strange() {
    return strange;
  }

  static boolean isTopLevel(int line, int column, String name) {
    return line == 0 && column == 0 && name.isEmpty();
  }

  private Answer start(int line, int column, String name) {
    QueryKind kind = isTopLevel(line, column, name) ? QueryKind.TOP_LEVEL : QueryKind.START;
    return answer(line, column, kind);
  }

  /**
   * Returns how many of the starts are of functions without an original: runtime, helpers, wrappers
   * of build tools.
   */
  public int generated() {
    return generated;
  }

  /**
   * Returns which original function starts at a 0-based position of the script; null if no function
   * is known to start there, or the table {@link SymbolTable#isCorrupt}.
   */
  public @Nullable FunctionIdentity identity(int line, int column, String name) {
    try {
      if (isTopLevel(line, column, name)) {
        return topLevel() == null ? null : identityOfTopLevel();
      }
      int row = table.functions.find(line, column);
      return row < 0 ? null : identities.computeIfAbsent(row, this::identity);
    } catch (IndexOutOfBoundsException madeUp) {
      table.setCorrupt();
      return null;
    }
  }

  /** Returns which original the function is that has a row of the table. */
  FunctionIdentity identity(int row) {
    FunctionTable functions = table.functions;
    int source = functions.source(row);
    if (source == FunctionTable.UNKNOWN && !table.isWithoutScript()) {
      Place place = table.mappings.find(functions.line(row), functions.column(row));
      source = place == null ? FunctionTable.UNKNOWN : place.source();
    }
    NormalPath path = source < 0 ? null : path(source);
    String id = FunctionIdentity.hex(functions.id(row));
    int role = functions.role(row);
    int qualified = functions.qualifiedName(row);
    return new FunctionIdentity(
        id,
        id == null ? Stability.NONE : table.paths.stability(source),
        FunctionIdentity.hex(functions.bodyHash(row)),
        role == FunctionTable.KEPT ? null : name(role),
        qualified == FunctionTable.KEPT ? null : name(qualified),
        path,
        path != null
            ? path.origin()
            : source == FunctionTable.GENERATED ? NormalPath.Origin.RUNTIME : null);
  }

  /** Returns the identity of the top level of a script of one source. */
  private FunctionIdentity identityOfTopLevel() {
    NormalPath path = path(0);
    String id = FunctionIdentity.hex(table.paths.topLevel());
    return new FunctionIdentity(
        id,
        id == null ? Stability.NONE : table.paths.stability(0),
        null,
        null,
        "",
        path,
        path == null ? null : path.origin());
  }

  private @Nullable NormalPath path(int source) {
    NormalPath path = paths.computeIfAbsent(source, table.paths::path);
    return path == null || path.origin() == NormalPath.Origin.UNKNOWN ? null : path;
  }

  private Answer answer(int line, int column, QueryKind kind) {
    Answer known = recent.get(table.number, line, column, style, kind);
    return known == null ? read(new Query(table.number, line, column, style, kind)) : known;
  }

  private Answer read(Query query) {
    Answer answer;
    try {
      answer =
          switch (query.kind()) {
            case TOP_LEVEL -> new Answer(query, topLevel());
            case START -> start(query);
            case EXECUTING -> new Answer(query, executing(query.line(), query.column()));
          };
    } catch (IndexOutOfBoundsException madeUp) {
      table.setCorrupt();
      return new Answer(query, null);
    }
    recent.put(answer);
    return answer;
  }

  private Answer start(Query query) {
    int line = query.line();
    int column = query.column();
    int row = table.functions.find(line, column);
    if (row >= 0) {
      FunctionTable functions = table.functions;
      boolean isGenerated = functions.source(row) == FunctionTable.GENERATED;
      return new Answer(query, function(row, line, column), functions.witness(row), isGenerated);
    }
    return table.isComplete() && !(line == 0 && column == 0)
        ? new Answer(query, null, Answer.NO_FUNCTION, false)
        : new Answer(query, withoutFunction(line, column));
  }

  private @Nullable Symbol executing(int line, int column) {
    int row = table.extents.around(line, column);
    // At a module's top level an engine's own words stay, such as Safari's "global code".
    Origin origin = row < 0 ? Origin.WRITTEN : table.functions.origin(row);
    String name = row < 0 || origin == Origin.MODULE ? null : originalName(row);
    Place place = table.mappings.findOnLine(line, column);
    return symbol(
        place == null && row >= 0 ? onEarlierLine(row, line, column) : place,
        name,
        // The position itself has a mapping, whatever is known of the function's start.
        origin == Origin.APPROXIMATE ? Origin.WRITTEN : origin);
  }

  /** As ECMA-426 (GetOriginalPositions) and V8's tools do, but only within one function. */
  private @Nullable Place onEarlierLine(int row, int line, int column) {
    long last = table.mappings.lastBefore(line, column);
    boolean isInFunction =
        last >= 0
            && Positions.line(last) < line
            && table.extents.around(Positions.line(last), Positions.column(last)) == row;
    return isInFunction ? table.mappings.find(line, column) : null;
  }

  @Nullable Symbol function(int row, int line, int column) {
    FunctionTable functions = table.functions;
    int source = functions.source(row);
    if (source == FunctionTable.GENERATED || source == FunctionTable.UNCERTAIN) {
      return null;
    }
    String original = originalName(row);
    if (source == FunctionTable.UNKNOWN) {
      return table.isWithoutScript() ? null : symbol(table.mappings.find(line, column), original);
    }
    String url = url(source);
    return url == null
        ? onlyName(original)
        : new Symbol(
            url,
            functions.originalLine(row),
            functions.originalColumn(row),
            original,
            functions.origin(row));
  }

  private static @Nullable Symbol onlyName(@Nullable String name) {
    return name == null ? null : new Symbol(null, 0, 0, name);
  }

  private @Nullable String originalName(int row) {
    FunctionTable functions = table.functions;
    int name =
        switch (style) {
          case V8 -> functions.v8Name(row);
          case DEBUG -> functions.debugName(row);
          case QUALIFIED -> functions.qualifiedName(row);
        };
    name = name == FunctionTable.KEPT ? functions.v8Name(row) : name;
    return name == FunctionTable.KEPT ? null : name(name);
  }

  String name(int index) {
    return names.computeIfAbsent(index, table.functions::name);
  }

  @Nullable Symbol topLevel() {
    String url = table.sources.count() == 1 ? url(0) : null;
    return url == null ? null : new Symbol(url, 0, 0, "");
  }

  private @Nullable Symbol withoutFunction(int line, int column) {
    return table.isWithoutScript() ? null : symbol(table.mappings.findOnLine(line, column), null);
  }

  private @Nullable Symbol symbol(@Nullable Place place, @Nullable String name) {
    return symbol(place, name, Origin.WRITTEN);
  }

  private @Nullable Symbol symbol(@Nullable Place place, @Nullable String name, Origin origin) {
    String url = place == null ? null : url(place.source());
    if (place == null) {
      return null;
    }
    return url == null
        ? onlyName(name)
        : new Symbol(
            url,
            Positions.line(place.position()),
            Positions.column(place.position()),
            name,
            origin);
  }

  private @Nullable String url(int source) {
    return sources.computeIfAbsent(source, this::readUrl);
  }

  private @Nullable String readUrl(int source) {
    String url = table.sources.url(source);
    return url == null ? null : recent.shared(url);
  }

  /** The functions of a script whose names are compared with the names of a profile's frames. */
  public enum NameCheck {
    /** All functions: the profile has the names that V8 found when it parsed the script. */
    ALL,
    /** The functions with a name: V8's debugger describes the others by other names. */
    NAMED,
    /** No functions: the names in the profile may have been changed, or set at run time. */
    NONE
  }

  /** How well a frame's start and name fit a script. */
  public enum StartFit {
    /** A function with the frame's name starts there. */
    SAME_NAME,
    /** A function starts there, and its name says nothing of the frame, or little. */
    FUNCTION,
    /** A function with another name starts there. */
    OTHER_NAME,
    /** No function starts there, and all functions of the script are known. */
    NO_FUNCTION,
    /** The script's top level, or the script was not understood. */
    UNKNOWN;

    /** Tells whether no frame of the script looks like this. */
    public boolean isStrange() {
      return this == OTHER_NAME || this == NO_FUNCTION;
    }
  }
}
