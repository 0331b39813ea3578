package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.ScanState.ScanPart;
import dev.symbolicator.javascript.Tokens.Token;

/** Reads identifiers, keywords, and words that are keywords only in some places. */
final class Words extends ScanPart {
  private final ClassMembers members;
  private final Headers headers;
  private final TypeScriptWords typeScript;

  Words(ScanState state, ClassMembers members, Headers headers, TypeScriptWords typeScript) {
    super(state);
    this.members = members;
    this.headers = headers;
    this.typeScript = typeScript;
  }

  /** Returns the offset to read on from: after the word, or after a type that follows. */
  int add(int start, int end) {
    byte before = tokens.lastType();
    if (before == Token.DOT || before == Token.OPTIONAL_DOT) {
      state.add(Token.NAME, start, end);
      return end;
    }
    byte type = Keywords.typeOf(text, start, end);
    if (state.newline && type != Token.INFIX_WORD && state.isSemicolonInserted()) {
      state.endArrows();
    }
    byte kind = frames.kind();
    if (kind == Frame.CLASS) {
      if (type != Token.INFIX_WORD || frames.has(Frame.AT_KEY)) {
        members.before(Token.NAME);
      }
      if (frames.has(Frame.AT_KEY)) {
        state.add(Token.NAME, start, end);
        return end;
      }
    } else if (kind == Frame.OBJECT && frames.has(Frame.AT_KEY)) {
      state.add(Token.NAME, start, end);
      return end;
    } else if (state.newline
        && type != Token.INFIX_WORD
        && Frame.holdsStatements(kind)
        && state.isSemicolonInserted()) {
      frames.separator(tokens.size() - 1);
      frames.dropQuestions();
    }
    if (type == Token.NAME) {
      return addName(start, end);
    }
    addKeyword(type, start, end);
    return end;
  }

  private int addName(int start, int end) {
    int length = end - start;
    if (length == 2 && text[start] == 'o' && text[start + 1] == 'f') {
      boolean infix =
          frames.kind() == Frame.CONTROL
              && Token.endsOperand(tokens.lastType())
              && !isArrowNext(end);
      addKeyword(infix ? Token.INFIX_WORD : Token.NAME, start, end);
      return end;
    }
    if (length == 3 && state.is(start, "let")) {
      addKeyword(isDeclaration(end) ? Token.DECLARATION_WORD : Token.NAME, start, end);
      return end;
    }
    if (length == 5 && state.is(start, "await")) {
      boolean word =
          frames.has(Frame.ASYNC)
              || !frames.has(Frame.FUNCTION)
              || tokens.lastType() == Token.CONTROL_WORD;
      addKeyword(word ? Token.UNARY : Token.NAME, start, end);
      return end;
    }
    if (length == 5 && state.is(start, "yield")) {
      addKeyword(frames.has(Frame.GENERATOR) ? Token.RETURN : Token.NAME, start, end);
      return end;
    }
    if (state.typescript) {
      int behind = typeScript.take(start, end);
      if (behind >= 0) {
        return behind;
      }
    }
    state.add(Token.NAME, start, end);
    return end;
  }

  private boolean isArrowNext(int offset) {
    int i = state.triviaEnd(offset);
    return text[i] == '=' && text[i + 1] == '>';
  }

  private void addKeyword(byte type, int start, int end) {
    int token = state.add(type, start, end);
    switch (type) {
      case Token.FUNCTION -> headers.sawFunction(token);
      case Token.CLASS -> headers.sawClass(token);
      case Token.CASE -> {
        frames.set(Frame.AT_CASE);
        frames.separator(token);
      }
      case Token.EXPORT -> state.module = true;
      case Token.IMPORT -> state.module |= text[end] != '(' && text[end] != '.';
      case Token.RETURN, Token.DEFAULT -> frames.separator(token);
      default -> {}
    }
  }

  private boolean isDeclaration(int end) {
    char next = state.peek(end);
    if (next != '[' && next != '{' && !Characters.isNameStart(next)) {
      return false;
    }
    byte before = tokens.lastType();
    return before == Token.CONTROL_OPEN
        || before == Token.EXPORT
        || Token.isBeforeStatement(before)
        || state.newline;
  }

  /** Recognises reserved words. A word that is reserved only in some places is a name here. */
  static final class Keywords {
    private Keywords() {}

    static byte typeOf(char[] text, int start, int end) {
      char first = text[start];
      return switch (end - start) {
        case 2 -> two(first, text[start + 1]);
        case 3 -> three(text, start, first);
        case 4 -> four(text, start, first);
        case 5 -> five(text, start, first);
        case 6 -> six(text, start, first);
        case 7 -> seven(text, start, first);
        case 8 ->
            first == 'f'
                ? is(text, start, "function", Token.FUNCTION)
                : first == 'd'
                    ? is(text, start, "debugger", Token.JUMP)
                    : is(text, start, "continue", Token.JUMP);
        case 10 -> is(text, start, "instanceof", Token.INFIX_WORD);
        default -> Token.NAME;
      };
    }

    private static byte two(char first, char second) {
      if (first == 'i') {
        return second == 'f' ? Token.CONTROL_WORD : second == 'n' ? Token.INFIX_WORD : Token.NAME;
      }
      return first == 'd' && second == 'o' ? Token.BLOCK_WORD : Token.NAME;
    }

    private static byte three(char[] text, int start, char first) {
      return switch (first) {
        case 'f' -> is(text, start, "for", Token.CONTROL_WORD);
        case 'n' -> is(text, start, "new", Token.UNARY);
        case 't' -> is(text, start, "try", Token.BLOCK_WORD);
        case 'v' -> is(text, start, "var", Token.DECLARATION_WORD);
        default -> Token.NAME;
      };
    }

    private static byte four(char[] text, int start, char first) {
      return switch (first) {
        case 't' ->
            text[start + 1] == 'h'
                ? is(text, start, "this", Token.VALUE_WORD)
                : is(text, start, "true", Token.VALUE_WORD);
        case 'n' -> is(text, start, "null", Token.VALUE_WORD);
        case 'e' -> is(text, start, "else", Token.BLOCK_WORD);
        case 'c' -> is(text, start, "case", Token.CASE);
        case 'v' -> is(text, start, "void", Token.UNARY);
        case 'w' -> is(text, start, "with", Token.CONTROL_WORD);
        default -> Token.NAME;
      };
    }

    private static byte five(char[] text, int start, char first) {
      return switch (first) {
        case 'c' ->
            text[start + 1] == 'o'
                ? is(text, start, "const", Token.DECLARATION_WORD)
                : text[start + 1] == 'l'
                    ? is(text, start, "class", Token.CLASS)
                    : is(text, start, "catch", Token.CATCH);
        case 'w' -> is(text, start, "while", Token.CONTROL_WORD);
        case 'b' -> is(text, start, "break", Token.JUMP);
        case 'f' -> is(text, start, "false", Token.VALUE_WORD);
        case 's' -> is(text, start, "super", Token.VALUE_WORD);
        case 't' -> is(text, start, "throw", Token.RETURN);
        default -> Token.NAME;
      };
    }

    private static byte six(char[] text, int start, char first) {
      return switch (first) {
        case 'r' -> is(text, start, "return", Token.RETURN);
        case 't' -> is(text, start, "typeof", Token.UNARY);
        case 'd' -> is(text, start, "delete", Token.UNARY);
        case 's' -> is(text, start, "switch", Token.CONTROL_WORD);
        case 'e' -> is(text, start, "export", Token.EXPORT);
        case 'i' -> is(text, start, "import", Token.IMPORT);
        default -> Token.NAME;
      };
    }

    private static byte seven(char[] text, int start, char first) {
      return switch (first) {
        case 'd' -> is(text, start, "default", Token.DEFAULT);
        case 'e' -> is(text, start, "extends", Token.EXTENDS);
        case 'f' -> is(text, start, "finally", Token.BLOCK_WORD);
        default -> Token.NAME;
      };
    }

    private static byte is(char[] text, int start, String word, byte type) {
      for (int i = 0; i < word.length(); i++) {
        if (text[start + i] != word.charAt(i)) {
          return Token.NAME;
        }
      }
      return type;
    }
  }

  static final class TypeScriptWords extends ScanPart {
    private final Types types;
    private final Brackets brackets;

    TypeScriptWords(ScanState state, Types types, Brackets brackets) {
      super(state);
      this.types = types;
      this.brackets = brackets;
    }

    /** Skips a word; -1 if it is an identifier. */
    int take(int start, int end) {
      return switch (end - start) {
        case 2 -> state.is(start, "as") && isOperator() ? operator(end) : -1;
        case 4 ->
            state.is(start, "type") ? alias(end) : state.is(start, "enum") ? enumeration(end) : -1;
        case 7 -> state.is(start, "declare") && isModifier(end) ? ambient(end) : -1;
        case 8 -> state.is(start, "abstract") && isModifier(end) ? end : -1;
        case 9 ->
            state.is(start, "interface")
                ? interfaceEnd(end)
                : state.is(start, "satisfies") && isOperator() ? operator(end) : -1;
        case 10 -> state.is(start, "implements") && isClause(end) ? types.listEnd(end) : -1;
        default -> -1;
      };
    }

    private boolean isOperator() {
      return !state.newline && Token.endsOperand(tokens.lastType());
    }

    private int operator(int end) {
      state.tokenEnd = types.typeEnd(end);
      return state.tokenEnd;
    }

    private boolean isClause(int end) {
      return state.frames.pendingClass() >= 0
          && (Token.endsOperand(tokens.lastType()) || tokens.lastType() == Token.CLASS)
          && Characters.isNameStart(state.peek(end))
          && !(tokens.lastType() == Token.CLASS && isWordNext(end, "extends"));
    }

    private boolean isAtStatement() {
      byte before = tokens.lastType();
      return Token.isBeforeStatement(before)
          || before == Token.EXPORT
          || before == Token.DEFAULT
          || state.isSemicolonInserted()
          || before == Token.GROUP_CLOSE
          || (before == Token.NAME && tokens.type(tokens.size() - 2) == Token.AT);
    }

    private boolean isModifier(int end) {
      return isAtStatement() && nameInLine(end) >= 0;
    }

    private int nameInLine(int end) {
      boolean before = state.newline;
      state.newline = false;
      int next = state.skipTrivia(end);
      boolean newline = state.newline;
      state.newline = before;
      return !newline && next < state.length && Characters.isNameStart(text[next]) ? next : -1;
    }

    private boolean isWordNext(int end, String word) {
      int next = nameInLine(end);
      return next >= 0
          && state.is(next, word)
          && state.literals.nameEnd(next) == next + word.length();
    }

    private int alias(int end) {
      int name = isAtStatement() ? nameInLine(end) : -1;
      if (name < 0) {
        return -1;
      }
      boolean before = state.newline;
      int i = state.skipTrivia(state.literals.nameEnd(name));
      if (text[i] == '<') {
        i = state.skipTrivia(types.bracketsEnd(i));
      }
      state.newline = before;
      return text[i] == '=' && text[i + 1] != '=' && text[i + 1] != '>'
          ? declared(types.typeEnd(i + 1))
          : -1;
    }

    /** A class after {@code declare} has no code and is skipped whole, like an interface. */
    private int ambient(int end) {
      int at = isWordNext(end, "abstract") ? nameInLine(end) + "abstract".length() : end;
      int behind = isWordNext(at, "class") ? interfaceEnd(nameInLine(at) + "class".length()) : -1;
      return behind < 0 ? end : behind;
    }

    private int interfaceEnd(int end) {
      int i = isAtStatement() ? nameInLine(end) : -1;
      if (i < 0) {
        return -1;
      }
      while (i < state.length && text[i] != '{') {
        int next = state.triviaEnd(i);
        if (next > i) {
          i = next;
        } else if (text[i] == '<') {
          i = types.bracketsEnd(i);
        } else if (text[i] == ',' || text[i] == '.') {
          i++;
        } else if (Characters.isNameStart(text[i])) {
          i = Math.max(i + 1, state.literals.nameEnd(i));
        } else {
          return -1;
        }
      }
      return declared(types.bracketsEnd(i));
    }

    /** Ends a skipped declaration, so that a statement begins after it. */
    private int declared(int behind) {
      state.endArrows();
      state.frames.separator(state.add(Token.SEMICOLON, behind, behind));
      return behind;
    }

    private int enumeration(int end) {
      byte before = tokens.lastType();
      boolean constant = before == Token.DECLARATION_WORD;
      int name = constant || isAtStatement() ? nameInLine(end) : -1;
      if (name < 0 || text[state.triviaEnd(state.literals.nameEnd(name))] != '{') {
        return -1;
      }
      brackets.expectEnum();
      return end;
    }
  }
}
