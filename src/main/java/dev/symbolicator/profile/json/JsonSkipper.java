package dev.symbolicator.profile.json;

/** Passes over JSON values of any kind, with all that is in them. */
final class JsonSkipper extends ScalarSkipper {
  /** A closing bracket is this far behind its opening one in ASCII. */
  private static final int CLOSING = 2;

  private final byte[] bytes;
  private final int maxNesting;

  /**
   * Whether the object or array at each depth is an object; the outermost has the depth 1. Made for
   * the first value, since a short text may have none to pass over.
   */
  private boolean[] isObject = {};

  private final NumberGaps gaps;
  private boolean isTooDeep;

  /**
   * Makes a skipper.
   *
   * @param maxNesting levels of arrays and objects inside each other
   */
  JsonSkipper(byte[] bytes, int maxNesting) {
    super(bytes);
    this.bytes = bytes;
    this.maxNesting = maxNesting;
    gaps = new NumberGaps(bytes);
  }

  /** Tells whether {@link #value} failed at the bracket of one level too many. */
  boolean isTooDeep() {
    return isTooDeep;
  }

  /**
   * Passes over a value, and over white space before.
   *
   * @param outside how many arrays and objects are around the value
   */
  int value(int from, int end, int outside) {
    int depth = outside;
    int at = from;
    if (isObject.length == 0) {
      isObject = new boolean[maxNesting + 1];
    }
    gaps.begin();
    while (true) {
      at = space(at, end);
      if (at == end) {
        return fail(end);
      }
      byte first = bytes[at];
      if (first == '{' || first == '[') {
        if (depth == maxNesting) {
          isTooDeep = true;
          return fail(at);
        }
        isObject[++depth] = first == '{';
        at = space(at + 1, end);
        if (at < end && bytes[at] == first + CLOSING) {
          depth--;
          at++;
        } else {
          at = first == '{' ? name(at, end) : at;
          if (at == FAILED) {
            return FAILED;
          }
          continue;
        }
      } else {
        at = first <= '9' && first >= '-' ? numbers(at, end, depth) : scalar(first, at, end);
        if (at == FAILED) {
          return FAILED;
        }
      }
      while (true) {
        if (depth == outside) {
          return at;
        }
        at = space(at, end);
        if (at == end) {
          return fail(end);
        }
        byte next = bytes[at];
        if (next == ',') {
          at = isObject[depth] ? name(space(at + 1, end), end) : at + 1;
          if (at == FAILED) {
            return FAILED;
          }
          break;
        }
        if (next != (isObject[depth] ? '}' : ']')) {
          return fail(at);
        }
        depth--;
        at++;
        gaps.leave(depth);
      }
    }
  }

  /** Passes over a number, and over those behind, as long as the bytes between them are known. */
  private int numbers(int from, int end, int depth) {
    gaps.number(from, depth, isObject[depth]);
    int at = number(from, end);
    while (at != FAILED) {
      int next = gaps.pass(at, end);
      int behind = next == at ? FAILED : number(next, end);
      if (behind == FAILED) {
        return at;
      }
      at = behind;
    }
    return FAILED;
  }

  /** Passes over a member's name and the colon behind. */
  private int name(int from, int end) {
    int at = quoted(from, end);
    return at == FAILED ? FAILED : colon(at, end);
  }

  /** Passes over the colon behind a member's name, and over white space before. */
  int colon(int from, int end) {
    int at = space(from, end);
    return at == end || bytes[at] != ':' ? fail(at) : at + 1;
  }
}
