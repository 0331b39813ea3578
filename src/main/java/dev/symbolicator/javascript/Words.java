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
    byte type = typeOf(start, end);
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

  private byte typeOf(int start, int end) {
    int length = end - start;
    if (length < 2) {
      return Token.NAME;
    }
    int slot = Keywords.slot(text[start], text[start + 1], length);
    String word = Keywords.WORDS[slot];
    return word != null && word.length() == length && state.is(start, word)
        ? Keywords.TYPES[slot]
        : Token.NAME;
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

  /**
   * The reserved words and their types, each in a slot of its own by its length and its first two
   * letters. A word that is reserved only in some places is a name here.
   */
  static final class Keywords {
    private static final int SLOTS = 1 << 7;
    private static final String[] WORDS = new String[SLOTS];
    private static final byte[] TYPES = new byte[SLOTS];

    static {
      put(Token.BLOCK_WORD, "do", "else", "finally", "try");
      put(Token.CASE, "case");
      put(Token.CATCH, "catch");
      put(Token.CLASS, "class");
      put(Token.CONTROL_WORD, "for", "if", "switch", "while", "with");
      put(Token.DECLARATION_WORD, "const", "var");
      put(Token.DEFAULT, "default");
      put(Token.EXPORT, "export");
      put(Token.EXTENDS, "extends");
      put(Token.FUNCTION, "function");
      put(Token.IMPORT, "import");
      put(Token.INFIX_WORD, "in", "instanceof");
      put(Token.JUMP, "break", "continue", "debugger");
      put(Token.RETURN, "return", "throw");
      put(Token.UNARY, "delete", "new", "typeof", "void");
      put(Token.VALUE_WORD, "false", "null", "super", "this", "true");
    }

    private Keywords() {}

    private static void put(byte type, String... words) {
      for (String word : words) {
        int slot = slot(word.charAt(0), word.charAt(1), word.length());
        if (WORDS[slot] != null) {
          throw new IllegalStateException(word + " has the slot of " + WORDS[slot]);
        }
        WORDS[slot] = word;
        TYPES[slot] = type;
      }
    }

    private static int slot(char first, char second, int length) {
      return (first + 23 * second + length) & SLOTS - 1;
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
