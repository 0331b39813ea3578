package dev.symbolicator.script;

import dev.symbolicator.symbols.SymbolTable;
import org.jspecify.annotations.Nullable;

/** What is known of a script: its symbols, or why there are none. */
public sealed interface ScriptResult {

  /** The status that reports show. */
  ScriptStatus status();

  /** The source map's URL without its query, {@code data:} for an inline map, null if unknown. */
  @Nullable String sourceMap();

  /** One sentence for a person: what happened and what can be done. */
  String detail();

  /** Whether the same request may have more a little later without anybody doing anything. */
  boolean passing();

  /**
   * The script has a source map, and it could be read.
   *
   * @param passing whether names may be missing for lack of original sources that may be had soon
   * @param isStale whether its origin is being asked whether they are still right
   */
  record Found(
      SymbolTable symbols, String sourceMap, String detail, boolean passing, boolean isStale)
      implements ScriptResult {

    /** What lacks nothing and is not stale. */
    public Found(SymbolTable symbols, String sourceMap, String detail) {
      this(symbols, sourceMap, detail, false, false);
    }

    Found stale() {
      return new Found(symbols, sourceMap, detail, passing, true);
    }

    @Override
    public ScriptStatus status() {
      return ScriptStatus.FOUND;
    }
  }

  /**
   * The script's frames stay as they are. Texts of more than {@link #MAX_LENGTH} characters are
   * cut: failures are remembered in their thousands.
   *
   * @param passing whether the same request may succeed a little later without anybody doing
   *     anything
   * @param retryAfterMillis for how many milliseconds it will not, as far as that is known; else 0
   */
  record Failed(
      ScriptStatus status,
      @Nullable String sourceMap,
      String detail,
      boolean passing,
      long retryAfterMillis)
      implements ScriptResult {
    /** In UTF-16 units, without the ellipsis where more was. */
    static final int MAX_LENGTH = 1024;

    /** Cuts the texts. */
    public Failed {
      sourceMap = sourceMap == null ? null : cut(sourceMap);
      detail = cut(detail);
    }

    private static String cut(String text) {
      if (text.length() <= MAX_LENGTH) {
        return text;
      }
      int end = Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? -1 : 0;
      return text.substring(0, MAX_LENGTH + end) + '…';
    }

    /** A failure of which nobody knows when it will pass. */
    public Failed(ScriptStatus status, @Nullable String sourceMap, String detail, boolean passing) {
      this(status, sourceMap, detail, passing, 0);
    }

    /** A failure that lasts. */
    public Failed(ScriptStatus status, @Nullable String sourceMap, String detail) {
      this(status, sourceMap, detail, false);
    }

    /** A failure that lasts, before any source map was known of. */
    public Failed(ScriptStatus status, String detail) {
      this(status, null, detail);
    }

    /** A failure that may pass, before any source map was known of. */
    public static Failed passing(ScriptStatus status, String detail) {
      return new Failed(status, null, detail, true);
    }
  }
}
