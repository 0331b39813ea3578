package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.ScanState.ScanPart;

/** Finds the ends of TypeScript types, which contain no functions and leave no token. */
final class Types extends ScanPart {
  enum TypePlace {
    /** Between the parameters of an arrow function and its arrow. */
    RETURN_OF_ARROW,
    /** Behind a name, or the parameters of another function, where no arrow function can be. */
    ANNOTATION,
    /** Anywhere else. */
    OTHER
  }

  private byte[] brackets;

  /** How many characters may still be read in vain, so that the whole scan stays linear. */
  private long patience;

  Types(ScanState state) {
    super(state);
    this.patience = 4L * state.length + 1_000;
    brackets = state.allowance.bytes(16);
  }

  /**
   * Returns the end of a type that begins at an offset or after it; the offset itself without one.
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

  /** Returns the end of an arrow function's return type; -1 if no arrow follows. */
  int returnTypeEnd(int start) {
    if (patience <= 0) {
      return -1;
    }
    int doubts = state.doubts;
    int literalDoubts = state.literals.doubts();
    int end = typeEnd(start, TypePlace.RETURN_OF_ARROW);
    int next = state.triviaEnd(end);
    if (text[next] == '=' && text[next + 1] == '>') {
      return end;
    }
    patience -= end - start;
    state.doubts = doubts;
    state.literals.doubts(literalDoubts);
    return -1;
  }

  int listEnd(int start) {
    int end = typeEnd(start);
    while (state.peek(end) == ',') {
      end = typeEnd(state.triviaEnd(end) + 1);
    }
    return end;
  }

  /** Returns the end of type arguments, given their angle bracket; -1 if it is a comparison. */
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
      i = state.triviaEnd(i);
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

  /**
   * Returns the offset after the closing bracket, or before a closing bracket that does not match.
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
        case '/' -> i = text[i + 1] == '/' || text[i + 1] == '*' ? state.triviaEnd(i) : i + 1;
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

  /**
   * Reads one type of TypeScript or Flow, alternating between two states, before and after an
   * operand; the type ends where the state does not allow the next token.
   */
  static final class TypeReader extends ScanPart {
    private final Types types;
    private final TypePlace place;

    private boolean isAfterOperand;
    private boolean isAfterParameters;

    /** Whether a {@code ?} of Flow stands before the operand that follows: {@code ?T}. */
    private boolean isMaybe;

    private int extendsCount;
    private int questionCount;

    TypeReader(ScanState state, Types types, TypePlace place) {
      super(state);
      this.types = types;
      this.place = place;
    }

    int read(int start) {
      int end = start;
      int i = start;
      while (true) {
        state.newline = false;
        i = state.skipTrivia(i);
        if (i >= state.length) {
          return end;
        }
        int next = isAfterOperand ? afterOperand(i) : beforeOperand(i);
        if (next < 0) {
          return end;
        }
        end = next;
        i = next;
      }
    }

    private int beforeOperand(int i) {
      char c = text[i];
      switch (c) {
        case '|', '&', '-' -> {
          return i + 1;
        }
        case '?' -> {
          isMaybe = true;
          return i + 1;
        }
        case '<' -> {
          return types.bracketsEnd(i);
        }
        case '(' -> {
          isAfterOperand = true;
          isAfterParameters = mayBeParameters(i + 1);
          return types.bracketsEnd(i);
        }
        case '[', '{' -> {
          return operand(types.bracketsEnd(i));
        }
        case '"', '\'' -> {
          return operand(state.literals.stringEnd(i));
        }
        case '`' -> {
          return operand(types.templateEnd(i + 1));
        }
        default -> {
          if (Characters.isDigit(c)) {
            return operand(state.literals.numberEnd(i));
          }
          return Characters.isNameStart(c) ? word(i, state.literals.nameEnd(i)) : -1;
        }
      }
    }

    private int operand(int end) {
      isAfterOperand = true;
      isAfterParameters = place == TypePlace.ANNOTATION; // Flow: a name alone may be a parameter.
      return end;
    }

    /**
     * Between an arrow function's parameters and its arrow, Flow has no function types without
     * names of parameters.
     */
    private boolean mayBeParameters(int start) {
      return switch (place) {
        case ANNOTATION -> true;
        case RETURN_OF_ARROW -> !isMaybe && beginsParameters(start);
        case OTHER -> text[state.skipTrivia(start)] == '?' || beginsParameters(start);
      };
    }

    private int word(int start, int end) {
      if (end == start) {
        return -1;
      }
      boolean prefix =
          switch (end - start) {
            case 3 -> state.is(start, "new");
            case 5 -> state.is(start, "keyof") || state.is(start, "infer");
            case 6 ->
                state.is(start, "typeof") || state.is(start, "unique") || state.is(start, "import");
            case 7 -> state.is(start, "asserts");
            case 8 -> state.is(start, "readonly") || state.is(start, "abstract");
            default -> false;
          };
      if (prefix && isOperandNext(end)) {
        return end;
      }
      return operand(end);
    }

    private boolean isOperandNext(int end) {
      state.newline = false;
      int next = state.skipTrivia(end);
      char c = text[next];
      if (state.newline || next >= state.length) {
        return false;
      }
      if (Characters.isNameStart(c)) {
        return !isWord(next, "is") && !isWord(next, "extends");
      }
      return "([{<'\"`".indexOf(c) >= 0;
    }

    private int afterOperand(int i) {
      char c = text[i];
      char second = text[i + 1];
      switch (c) {
        case '|', '&' -> {
          return second == c || second == '=' ? -1 : join(i + 1);
        }
        case '.' -> {
          return join(i + 1);
        }
        case '[' -> {
          return state.newline ? -1 : operand(types.bracketsEnd(i));
        }
        case '<' -> {
          return state.newline || second == '<' ? -1 : operand(types.bracketsEnd(i));
        }
        case '=' -> {
          return second == '>' && isAfterParameters ? join(i + 2) : -1;
        }
        case '?' -> {
          if (extendsCount == 0 || second == '.' || second == '?') {
            return -1;
          }
          extendsCount--;
          questionCount++;
          return join(i + 1);
        }
        case ':' -> {
          if (questionCount == 0) {
            return -1;
          }
          questionCount--;
          return join(i + 1);
        }
        default -> {
          return Characters.isNameStart(c) ? joiningWord(i) : -1;
        }
      }
    }

    private int join(int end) {
      isAfterOperand = false;
      isAfterParameters = false;
      return end;
    }

    private int joiningWord(int i) {
      boolean newline = state.newline;
      int end = i + "extends".length();
      if (isWord(i, "extends") && isTypeNext(end, newline)) {
        extendsCount++;
        return join(end);
      }
      return !newline && isWord(i, "is") ? join(i + 2) : -1;
    }

    /** After {@code extends}, which may be the name of a method if a line ends before. */
    private boolean isTypeNext(int end, boolean newline) {
      char c = text[state.skipTrivia(end)];
      return Characters.isNameStart(c)
          || Characters.isDigit(c)
          || "[{\"'`|&-".indexOf(c) >= 0
          || (!newline && (c == '(' || c == '<'));
    }

    private boolean beginsParameters(int start) {
      int i = state.skipTrivia(start);
      char c = text[i];
      if (c == ')' || c == '.' || c == '{' || c == '[') {
        return true;
      }
      if (!Characters.isNameStart(c)) {
        return false;
      }
      char next = text[state.skipTrivia(state.literals.nameEnd(i))];
      return next == ':' || next == ',' || next == '?' || next == '=' || next == ')';
    }

    private boolean isWord(int start, String word) {
      return state.is(start, word) && state.literals.nameEnd(start) == start + word.length();
    }
  }
}
