package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline.NameStyle;
import org.jspecify.annotations.Nullable;

/**
 * Recent answers of all tables: users of one page run the same functions. Each position has two
 * slots. Ten megabytes at most, by {@link #SLOTS} and {@link #MAX_TEXT}. Thread-safe: a slot is
 * replaced as a whole, and its answer is immutable.
 */
public final class RecentSymbols {
  static final int SLOTS = 16_384;

  /** The longest source and name together that are remembered, in UTF-16 units. */
  static final int MAX_TEXT = 192;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** 256 sources take 0.1 MB at most. */
  private static final int SOURCE_BITS = 8;

  private final @Nullable Answer[] answers = new Answer[SLOTS];
  private final @Nullable String[] sources = new String[1 << SOURCE_BITS];

  /**
   * A position that is looked up; line and column are 0-based, in UTF-16 units. No two tables of a
   * process have one number.
   */
  record Query(long table, int line, int column, NameStyle style, QueryKind kind) {
    int slot() {
      return RecentSymbols.slot(table, line, column);
    }
  }

  enum QueryKind {
    /** The script's first position as that of its top level. */
    TOP_LEVEL,
    /** The start of a function. */
    START,
    /** Any position within a function. */
    EXECUTING
  }

  /**
   * An answer of a table.
   *
   * @param symbol null if the map has no answer
   * @param start what starts at the position: a {@link NameWitness}, or one of the constants
   * @param isGenerated whether a function without an original starts at the position
   */
  record Answer(Query query, @Nullable Symbol symbol, int start, boolean isGenerated) {
    /** No function starts at the position, and all functions of the script are known. */
    static final int NO_FUNCTION = -1;

    /** Nothing is known of starts. */
    static final int UNKNOWN = -2;

    Answer(Query query, @Nullable Symbol symbol) {
      this(query, symbol, UNKNOWN, false);
    }

    private boolean isTo(long table, int line, int column, NameStyle style, QueryKind kind) {
      return query.column == column
          && query.line == line
          && query.table == table
          && query.kind == kind
          && query.style == style;
    }
  }

  @Nullable Answer get(long table, int line, int column, NameStyle style, QueryKind kind) {
    int slot = slot(table, line, column);
    Answer answer = answers[slot];
    if (answer != null && answer.isTo(table, line, column, style, kind)) {
      return answer;
    }
    answer = answers[slot ^ 1];
    return answer != null && answer.isTo(table, line, column, style, kind) ? answer : null;
  }

  private static int slot(long table, int line, int column) {
    long mixed = (table * 31 + line) * 1_000_003 + column;
    return (int) ((mixed * MIX) >>> (Long.SIZE - Integer.numberOfTrailingZeros(SLOTS)));
  }

  /** Returns an equal string that was given lately; the given one if there is none. */
  String shared(String source) {
    int slot = (source.hashCode() * (int) MIX) >>> (Integer.SIZE - SOURCE_BITS);
    String known = sources[slot];
    if (source.equals(known)) {
      return known;
    }
    if (source.length() <= MAX_TEXT) {
      sources[slot] = source;
    }
    return source;
  }

  void put(Answer answer) {
    Symbol symbol = answer.symbol();
    if (symbol == null || symbol.textLength() <= MAX_TEXT) {
      int slot = answer.query().slot();
      Answer before = answers[slot];
      if (before != null) {
        answers[slot ^ 1] = before;
      }
      answers[slot] = answer;
    }
  }
}
