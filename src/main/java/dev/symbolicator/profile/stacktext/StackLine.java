package dev.symbolicator.profile.stacktext;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A frame in a line of a stack, without what stands around it, by offsets in the {@link StackText}:
 * the function's name ({@code nameEnd} equals {@code nameStart} if there is none), the URL, and the
 * end behind the column. Line and column are 0-based, in UTF-16 units.
 */
record StackLine(
    Form form,
    int nameStart,
    int nameEnd,
    int urlStart,
    int urlEnd,
    int end,
    int line,
    int column) {

  /** The spellings of a frame with a position. */
  enum Form {
    /** Chromium: {@code at name (url:line:column)}. */
    CALL,
    /** Hermes without debug information: {@code at name (address at url:line:column)}. */
    ADDRESS,
    /** Chromium, in code of {@code eval}: {@code eval at name (url:line:column), <anonymous>}. */
    EVAL,
    /** Chromium, for an anonymous function: {@code at url:line:column}. */
    BARE,
    /** Datadog's SDK: {@code at name @ url:line:column}. */
    AT_SPACED,
    /** Consoles of browsers: {@code name @ url:line:column}. */
    SPACED,
    /** Firefox and Safari: {@code name@url:line:column}. */
    AT_SIGN,
    /** Safari, for an anonymous function: {@code url:line:column}. */
    URL
  }

  /**
   * Finds frames from left to right in linear time, since a body may be one line: each {@link
   * Ahead} looks at a byte once.
   */
  static final class Reader {
    private static final String AT = "at ";
    private static final String ASYNC = "async ";
    private static final String GET = "get ";
    private static final String SET = "set ";
    private static final String EVAL_AT = "eval at ";
    private static final String ADDRESS_AT = "address at ";

    /** Words of Chromium before the name of a function. */
    private static final String[] WORDS = {ASYNC, "new ", GET, SET};

    /** Names with a space, of Firefox and Safari. */
    private static final String[] SPACED_NAMES = {"global code", "module code", "eval code"};

    private static final String ANONYMOUS = "(anonymous)";
    private static final int LONGEST_STAMP = 40;
    private static final int MOST_WORDS = 2;
    private static final byte ESCAPE = 0x1b;
    private static final int BYTE_ORDER_MARK = 0xfeff;

    private final StackText text;
    private final byte[] bytes;
    private final int begin;

    private final int to;
    private final boolean mayHaveFrames;

    /** The offset before which no call of {@code eval} leads to a position. */
    private int noEvalBefore;

    private boolean isAtEnd;
    private final Ahead spaces = new Ahead(this::isSpace);
    private final Ahead atUrls = new Ahead(at -> isAt('@', at) && isUrl(at + 1));
    private final Ahead calls = new Ahead(this::isCall);
    private final Ahead spacedAts = new Ahead(at -> isSpacedAt(at) && isUrl(at + 3));
    private final Places places = new Places(this::isEndOfFrame);
    private final Places placesOfSpaced = new Places(this::isEndOfFrame);
    private final Places placesInCalls = new Places(end -> isAt(')', behindColours(end)));

    Reader(StackText text, int from, int to) {
      this.text = text;
      bytes = text.bytes;
      this.to = to;
      int at = from;
      while (isAt(ESCAPE, at) || isWhite(at)) {
        at = isAt(ESCAPE, at) ? endOfColour(at) : text.endOfCharacter(at, to);
      }
      begin = at;
      mayHaveFrames = has("/", at, to) || has("\\", at, to) || has(ADDRESS_AT, at, to);
    }

    @Nullable StackLine next(int from) {
      if (!mayHaveFrames) {
        return null;
      }
      int start = Math.max(begin, from);
      for (int at = start; at < to && !isAtEnd; at++) {
        StackLine found = null;
        if (bytes[at] == '@') {
          found = isSpacedAt(at - 1) ? spaced(start, at - 1) : atSign(start, at);
        } else if (bytes[at] == 'a' && has(AT, at)) {
          found = at(at);
        }
        if (found != null) {
          return found;
        }
      }
      isAtEnd = true;
      return url(start);
    }

    private @Nullable StackLine at(int at) {
      boolean isFirst = at == begin;
      if (!isFirst && !isBehindPrefix(at)) {
        return null;
      }
      int start = at + AT.length();
      int url = has(ASYNC, start) ? start + ASYNC.length() : start;
      if (isUrl(url) && (isFirst || isBehindSeparator(at))) {
        StackLine bare = places.read(Form.BARE, url, url, url, isFirst);
        if (bare != null) {
          return bare;
        }
      }
      int call = calls.next(start);
      int spacedAt = spacedAts.next(start);
      int open = Math.min(call, spacedAt);
      int end = spacedAt < call ? endWithoutArguments(start, open) : open;
      if (open >= to || !isLabel(start, end, isFirst)) {
        return null;
      }
      int name = isFirst ? behindSentence(start, end) : start;
      if (spacedAt < call) {
        return placesOfSpaced.read(Form.AT_SPACED, name, end, open + 3, false);
      }
      if (has(ADDRESS_AT, open + 2)) {
        int address = open + 2 + ADDRESS_AT.length();
        return placesInCalls.read(Form.ADDRESS, name, open, address, false);
      }
      return has(EVAL_AT, open + 2)
          ? eval(open + 2 + EVAL_AT.length())
          : placesInCalls.read(Form.CALL, name, open, behindColours(open + 2), true);
    }

    private @Nullable StackLine eval(int first) {
      int start = first;
      int open = start < noEvalBefore ? to : calls.next(start);
      while (open < to && has(EVAL_AT, open + 2)) {
        start = open + 2 + EVAL_AT.length();
        open = calls.next(start);
      }
      StackLine found =
          open < to && !has(ADDRESS_AT, open + 2)
              ? placesInCalls.read(Form.EVAL, start, open, behindColours(open + 2), true)
              : null;
      noEvalBefore = found == null ? Math.max(noEvalBefore, open) : noEvalBefore;
      return found;
    }

    private @Nullable StackLine atSign(int from, int at) {
      if (!isUrl(at + 1)) {
        return null;
      }
      int later = atUrls.next(at + 1);
      boolean maySpace = !has("http", at + 1) && later > places.next(at + 1);
      return places.read(Form.AT_SIGN, startOfName(from, at), at, at + 1, maySpace);
    }

    private @Nullable StackLine spaced(int from, int at) {
      int start = startOfName(from, at);
      return start < at && (start == begin || isBehindPrefix(start)) && isUrl(at + 3)
          ? places.read(Form.SPACED, start, at, at + 3, false)
          : null;
    }

    private @Nullable StackLine url(int from) {
      for (int at = from; at < to; at = spaces.next(at) + 1) {
        boolean isFirst = at == begin || (at > begin + 1 && isAny("|]>", at - 2));
        StackLine found = isFirst && isUrl(at) ? places.read(Form.URL, at, at, at, false) : null;
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    /**
     * At the beginning of a line a name may have spaces; behind other text that would take words
     * for the name.
     */
    private boolean isLabel(int start, int end, boolean isFirst) {
      int name = behindWords(start);
      if (isFirst) {
        for (int at = start; at < end; at++) {
          if (has(" at ", at)) {
            return false;
          }
        }
        return true;
      }
      int space = spaces.next(name);
      return space >= end || has(" [as ", space) || (isAt('(', name) && !isSpace(name + 1));
    }

    private int behindSentence(int start, int end) {
      int name = behindWords(start);
      int words = 1;
      int last = name;
      boolean isSentence = false;
      for (int at = name; at < end && !has(" [as ", at); at++) {
        if (isSpace(at)) {
          words++;
          last = at + 1;
          isSentence |= isAny(",:", at - 1);
        }
      }
      return isSentence || words > MOST_WORDS ? last : start;
    }

    private int behindWords(int start) {
      int name = start;
      for (String word : WORDS) {
        name += has(word, name) ? word.length() : 0;
      }
      return name;
    }

    private int endWithoutArguments(int start, int end) {
      int name = behindWords(start);
      int at = name;
      while (at < end && bytes[at] != '(' && !isSpace(at)) {
        at++;
      }
      return at > name && isAt('(', at) && isAt(')', end - 1) ? at : end;
    }

    /** Returns the start of the name that ends at an offset. What stands before it is no name. */
    private int startOfName(int from, int end) {
      for (String name : SPACED_NAMES) {
        int start = end - name.length();
        if (start >= from && has(name, start) && (start == from || !isNamePart(start - 1))) {
          return start;
        }
      }
      if (end - ANONYMOUS.length() >= from && has(ANONYMOUS, end - ANONYMOUS.length())) {
        return end - ANONYMOUS.length();
      }
      int start = end;
      while (start > from && !isEndOfColour(start)) {
        int part = isAt(']', start - 1) ? startOfBrackets(from, start, end) : start;
        part = part == start ? startOfNamePart(from, start) : part;
        if (part == start) {
          break;
        }
        start = part;
      }
      while (start < end && isAny("-.", start)) {
        start++;
      }
      if (start > from && isEscape(start - 1, start) && start < end) {
        start++;
      }
      int word = start - GET.length();
      boolean isAccessor = word >= from && start < end && (has(GET, word) || has(SET, word));
      return isAccessor && (word == from || isBehindSeparator(word)) ? word : start;
    }

    /**
     * Firefox writes {@code a[b]}. Brackets of a log stand before the name without anything
     * between.
     */
    private int startOfBrackets(int from, int close, int end) {
      if (close < end && !isAny("./<[", close)) {
        return close;
      }
      int open = close - 2;
      while (open >= from && (isNamePart(open) || isAny("\"'", open))) {
        open--;
      }
      return open >= from && bytes[open] == '[' ? open : close;
    }

    private boolean isNamePart(int at) {
      int unit = bytes[at];
      return unit < 0 || Character.isLetterOrDigit(unit) || isAny("_$./<#-?", at);
    }

    /** Returns the start of the character before an offset; the offset if that is in no name. */
    private int startOfNamePart(int from, int end) {
      if (bytes[end - 1] >= 0) {
        return isNamePart(end - 1) ? end - 1 : end;
      }
      int start = text.startOfCharacter(end);
      return start >= from && isInNames(text.character(start, to)) ? start : end;
    }

    private static boolean isInNames(int character) {
      return Character.isLetterOrDigit(character)
          || (Character.isUnicodeIdentifierPart(character) && character != BYTE_ORDER_MARK);
    }

    /** Tells whether white space is at an offset, also beyond ASCII, or a byte order mark. */
    private boolean isWhite(int at) {
      if (at >= to || bytes[at] >= 0) {
        return isSpace(at);
      }
      int character = text.character(at, to);
      return Character.isSpaceChar(character) || character == BYTE_ORDER_MARK;
    }

    /** Tells whether two bytes are a line break or a tabulator as a string in JSON has it. */
    private boolean isEscape(int backslash, int letter) {
      return isAt('\\', backslash) && isAny("nrt", letter);
    }

    private boolean isBehindPrefix(int at) {
      if (isBehindSeparator(at)) {
        return true;
      }
      if (!isSpace(at - 1)) {
        return false;
      }
      return bytes[at - 2] < 0
          ? !isInNames(text.character(text.startOfCharacter(at - 1), to))
          : !isLowerCaseOrComma(bytes[at - 2]) || isAt(')', at - 3);
    }

    private boolean isBehindSeparator(int at) {
      if (isEndOfColour(at) || isEscape(at - 2, at - 1) || isAny("\"'|>])}:;\t", at - 1)) {
        return true;
      }
      if (!isSpace(at - 1) || at - 2 < begin) {
        return isSpace(at - 1);
      }
      return isSpace(at - 2)
          || isEndOfColour(at - 1)
          || isAny("\"'|>])}:;-$#", at - 2)
          || isBehindStamp(at - 1);
    }

    private static boolean isLowerCaseOrComma(byte unit) {
      return (unit >= 'a' && unit <= 'z') || unit == ',';
    }

    private boolean isBehindStamp(int end) {
      boolean hasColon = false;
      int at = end;
      while (at > begin && at > end - LONGEST_STAMP && !isSpace(at - 1)) {
        at--;
        hasColon |= isAny(":#", at);
        if (!Character.isDigit(bytes[at]) && !isAny(":#.,TZ+-/", at)) {
          return false;
        }
      }
      return hasColon;
    }

    private boolean isEndOfFrame(int end) {
      if (end == to || isAny("\"'`,;\\]}>|", end) || bytes[end] == ESCAPE) {
        return true;
      }
      int at = end;
      while (isSpace(at)) {
        at++;
      }
      return at > end && (at == to || (bytes[at] >= 0 && !Character.isLetterOrDigit(bytes[at])));
    }

    private boolean isCall(int at) {
      return has(" (", at)
          && (has(EVAL_AT, at + 2) || has(ADDRESS_AT, at + 2) || isUrl(behindColours(at + 2)));
    }

    private boolean isSpacedAt(int at) {
      return at >= begin && isSpace(at) && isAt('@', at + 1) && isSpace(at + 2);
    }

    /** Tells whether a URL or an absolute path begins at an offset. Node's own code is none. */
    private boolean isUrl(int start) {
      if (has("node:", start)) {
        return false;
      }
      if (isAny("/\\", start)) {
        return true;
      }
      int at = start;
      while (at < to && isScheme(bytes[at])) {
        at++;
      }
      return at > start
          && isAt(':', at)
          && at + 1 < to
          && !isSpace(at + 1)
          && Character.isLetter(bytes[start]);
    }

    private boolean isPlace(int colon) {
      if (bytes[colon] != ':') {
        return false;
      }
      int end = endOfDigits(colon + 1);
      return isAt(':', end)
          && number(colon + 1, end) > 0
          && number(end + 1, endOfDigits(end + 1)) > 0;
    }

    private int endOfPlace(int colon) {
      return endOfDigits(endOfDigits(colon + 1) + 1);
    }

    private int endOfDigits(int from) {
      int at = from;
      while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
        at++;
      }
      return at;
    }

    private int number(int start, int end) {
      if (end - start > 9 || start >= end) {
        return -1;
      }
      int number = 0;
      for (int at = start; at < end; at++) {
        number = 10 * number + bytes[at] - '0';
      }
      return number;
    }

    private int behindColours(int from) {
      int at = from;
      while (isAt(ESCAPE, at)) {
        at = endOfColour(at);
      }
      return at;
    }

    private int endOfColour(int escape) {
      int at = escape + 1;
      if (isAt('[', at)) {
        at++;
        while (at < to && (Character.isDigit(bytes[at]) || bytes[at] == ';')) {
          at++;
        }
        at = Math.min(at + 1, to);
      }
      return at;
    }

    private boolean isEndOfColour(int end) {
      int at = end - 2;
      while (at > 0 && (Character.isDigit(bytes[at]) || bytes[at] == ';')) {
        at--;
      }
      return isAt('m', end - 1) && isAt('[', at) && isAt(ESCAPE, at - 1);
    }

    private static boolean isScheme(byte b) {
      return Character.isLetterOrDigit(b) || b == '+' || b == '-' || b == '.';
    }

    private boolean isSpace(int at) {
      return isAny(" \t\r", at);
    }

    private boolean isAny(String ascii, int at) {
      return at >= 0 && at < to && bytes[at] > 0 && ascii.indexOf(bytes[at]) >= 0;
    }

    private boolean isAt(int ascii, int at) {
      return at >= 0 && at < to && bytes[at] == ascii;
    }

    private boolean has(String ascii, int at) {
      return text.has(ascii, at, to);
    }

    private boolean has(String ascii, int from, int end) {
      for (int at = from; at < end; at++) {
        if (bytes[at] == ascii.charAt(0) && text.has(ascii, at, end)) {
          return true;
        }
      }
      return false;
    }

    private final class Places {
      private final Ahead ends;
      private final Ahead spaces = new Ahead(Reader.this::isSpace);
      private final Ahead gaps =
          new Ahead(at -> isSpace(at) && (isSpace(at + 1) || !isAt(' ', at)));
      private final Ahead slashes = new Ahead(at -> isAny("/\\", at));
      private final Ahead evals = new Ahead(at -> has(" > ", at));

      Places(IntPredicate isEnd) {
        ends = new Ahead(at -> isPlace(at) && isEnd.test(endOfPlace(at)));
      }

      /** Returns the offset of the colon before the next line and column. */
      int next(int url) {
        return ends.next(url);
      }

      @Nullable StackLine read(Form form, int nameStart, int nameEnd, int url, boolean maySpace) {
        int colon = ends.next(url);
        if (colon >= to
            || colon == url
            || (maySpace ? gaps : spaces).next(url) < colon
            || evals.next(url) < colon // Firefox: the position counts from other code.
            || (form != Form.ADDRESS && slashes.next(url) >= colon)) {
          return null;
        }
        int column = endOfDigits(colon + 1) + 1;
        int end = endOfDigits(column);
        int line = number(colon + 1, column - 1) - 1;
        return new StackLine(
            form, nameStart, nameEnd, url, colon, end, line, number(column, end) - 1);
      }
    }

    /** Finds the next offset with a property, and looks at each only once if asked in order. */
    private final class Ahead {
      private final IntPredicate isWanted;
      private int from = -1;
      private int found = -1;

      Ahead(IntPredicate isWanted) {
        this.isWanted = isWanted;
      }

      /** Returns the first such offset at or behind an offset; the line's end if there is none. */
      int next(int at) {
        if (from < 0 || at < from || at > found) {
          from = at;
          found = at;
          while (found < to && !isWanted.test(found)) {
            found++;
          }
        }
        return found;
      }
    }
  }
}
