package dev.symbolicator.javascript;

/**
 * Finds the ends of TypeScript types. Types contain no functions, so they are skipped and leave no
 * token.
 */
final class Types {
  /** Where a type stands. */
  enum TypePlace {
    /** Between the parameters of an arrow function and its arrow. */
    RETURN_OF_ARROW,
    /** Behind a name, or the parameters of another function, where no arrow function can be. */
    ANNOTATION,
    /** Anywhere else. */
    OTHER
  }

  private final ScanState state;
  private final char[] text;
  private byte[] brackets;

  /** How many characters may still be read in vain, so that the whole scan stays linear. */
  private long patience;

  Types(ScanState state) {
    this.state = state;
    this.text = state.text;
    this.patience = 4L * state.length + 1_000;
    brackets = state.allowance.bytes(16);
  }

  /**
   * Returns the end of a type that begins at an offset or after it; the offset itself if there is
   * none.
   */
  int typeEnd(int start) {
    return typeEnd(start, TypePlace.OTHER);
  }

  /** Like {@link #typeEnd(int)}; the place decides what an arrow behind an operand is. */
  int typeEnd(int start, TypePlace place) {
    boolean newline = state.newline;
    int end = new TypeReader(state, this, place).read(start);
    state.newline = newline;
    return end;
  }

  /**
   * Returns the end of an arrow function's return type.
   *
   * @return -1 if no arrow follows, so that the text is no return type
   */
  int returnTypeEnd(int start) {
    if (patience <= 0) {
      return -1;
    }
    int doubts = state.doubts;
    int literalDoubts = state.literals.doubts();
    int end = typeEnd(start, TypePlace.RETURN_OF_ARROW);
    int next = trivia(end);
    if (text[next] == '=' && text[next + 1] == '>') {
      return end;
    }
    patience -= end - start;
    state.doubts = doubts;
    state.literals.doubts(literalDoubts);
    return -1;
  }

  /** Returns the end of a list of types with commas between them. */
  int listEnd(int start) {
    int end = typeEnd(start);
    while (state.peek(end) == ',') {
      end = typeEnd(trivia(end) + 1);
    }
    return end;
  }

  /**
   * Returns the end of type arguments, given the offset of their angle bracket.
   *
   * @return -1 if the bracket is a comparison: its content is no type, or the text after it cannot
   *     follow type arguments
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
   * Returns the end of brackets of any kind, given the offset of the opening one. The end is after
   * the closing bracket, or before a closing bracket that does not match.
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

  /** Returns the end of a template type. Braces within it are only counted. */
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
