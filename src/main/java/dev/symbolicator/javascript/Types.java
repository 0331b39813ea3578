package dev.symbolicator.javascript;

/**
 * Finds where a TypeScript type ends. Types hold no functions, so they are passed over and leave no
 * token.
 */
final class Types {
  private final ScanState state;
  private final char[] text;
  private byte[] brackets;

  /** How many characters may still be read in vain, so that the whole stays linear. */
  private long patience;

  Types(ScanState state) {
    this.state = state;
    this.text = state.text;
    this.patience = 4L * state.length + 1_000;
    brackets = state.allowance.bytes(16);
  }

  /** The end of a type that begins at the offset or behind it; the offset itself if none does. */
  int typeEnd(int start) {
    boolean newline = state.newline;
    int end = new TypeReader(state, this).read(start);
    state.newline = newline;
    return end;
  }

  /** The end of several types with commas between them. */
  int listEnd(int start) {
    int end = typeEnd(start);
    while (state.peek(end) == ',') {
      end = typeEnd(trivia(end) + 1);
    }
    return end;
  }

  /**
   * The end of type arguments, from their angle bracket; -1 where it is a comparison, since what is
   * in it is no type, or what follows could not follow it.
   */
  int argumentsEnd(int start, boolean inClassHeader) {
    if (patience <= 0) {
      return -1;
    }
    int doubts = state.doubts;
    int literalDoubts = state.literals.doubts();
    int i = start;
    do {
      int from = i + 1;
      i = typeEnd(from);
      if (i == from) {
        break;
      }
      i = trivia(i);
    } while (text[i] == ',' && i < state.length);
    patience -= i - start;
    if (i < state.length && text[i] == '>' && mayFollowArguments(i + 1, inClassHeader)) {
      return i + 1;
    }
    state.doubts = doubts;
    state.literals.doubts(literalDoubts);
    return -1;
  }

  private boolean mayFollowArguments(int end, boolean inClassHeader) {
    boolean before = state.newline;
    state.newline = false;
    int next = state.skipTrivia(end);
    boolean newline = state.newline;
    state.newline = before;
    if (next >= state.length || newline) {
      return true;
    }
    char c = text[next];
    if (inClassHeader && (c == '{' || Characters.isNameStart(c))) {
      return true;
    }
    return "(`)]:;,.?=|&^}*%".indexOf(c) >= 0;
  }

  private int trivia(int start) {
    boolean before = state.newline;
    int i = state.skipTrivia(start);
    state.newline = before;
    return i;
  }

  /**
   * The end of what is between brackets, from the opening one of any kind: behind the closing one;
   * before a closing one that does not fit.
   */
  int bracketsEnd(int start) {
    int depth = 0;
    int i = start;
    while (i < state.length) {
      char c = text[i];
      switch (c) {
        case '(', '[', '{', '<' -> {
          if (depth == brackets.length) {
            brackets = state.allowance.resize(brackets, depth * 2);
          }
          brackets[depth++] = (byte) c;
          i++;
        }
        case ')', ']', '}', '>' -> {
          if (c == '>' && (text[i - 1] == '=' || brackets[depth - 1] != '<')) {
            i++;
          } else if (brackets[depth - 1] != opener(c)) {
            state.doubts++;
            return i;
          } else {
            i++;
            if (--depth == 0) {
              return i;
            }
          }
        }
        case '"', '\'' -> i = state.literals.stringEnd(i);
        case '`' -> i = templateEnd(i + 1);
        case '/' -> i = text[i + 1] == '/' || text[i + 1] == '*' ? trivia(i) : i + 1;
        default -> i++;
      }
    }
    state.doubts++;
    return state.length;
  }

  private static byte opener(char closer) {
    return (byte) (closer == ')' ? '(' : closer == ']' ? '[' : closer == '}' ? '{' : '<');
  }

  /** The end of a template type; braces within are only counted. */
  int templateEnd(int start) {
    int depth = 0;
    for (int i = start; i < state.length; i++) {
      char c = text[i];
      if (c == '\\') {
        i++;
      } else if (c == '$' && text[i + 1] == '{') {
        depth++;
        i++;
      } else if (depth > 0 && c == '{') {
        depth++;
      } else if (depth > 0 && c == '}') {
        depth--;
      } else if (depth == 0 && c == '`') {
        return i + 1;
      }
    }
    state.doubts++;
    return state.length;
  }
}
