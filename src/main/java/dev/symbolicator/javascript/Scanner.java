package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Frames.Frame;
import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.ScanState.ScanPart;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.javascript.Words.TypeScriptWords;

/**
 * Reads a text once, without recursion. Each token is understood from the previous one and the
 * innermost of the {@link Frames}. This suffices to tell a regular expression from a division, a
 * block from an object, and a method from a call, and to find every function.
 */
final class Scanner extends ScanPart {
  private final int length;
  private final Literals literals;
  private final ClassMembers members;
  private final Headers headers;
  private final Brackets brackets;
  private final Words words;
  private final Operators operators;
  private final Jsx jsx;

  Scanner(ScanState state) {
    super(state);
    length = state.length;
    literals = state.literals;
    Types types = new Types(state);
    members = new ClassMembers(state);
    headers = new Headers(state);
    brackets = new Brackets(state, members, headers);
    words = new Words(state, members, headers, new TypeScriptWords(state, types, brackets));
    jsx = new Jsx(state, types);
    operators = new Operators(state, members, headers, types, jsx);
  }

  void scan() {
    int i = text[0] == '\ufeff' ? 1 : 0;
    if (text[i] == '#' && text[i + 1] == '!') {
      i = literals.lineEnd(i);
    }
    while (i < length) {
      if (frames.kind() == Frame.JSX_CHILDREN) {
        i = jsx.inChildren(i);
        continue;
      }
      i = state.skipTrivia(i);
      if (i < length) {
        i = frames.kind() == Frame.JSX_TAG ? jsx.inTag(i) : next(i);
      }
    }
    brackets.endText();
    state.doubts += literals.doubts();
  }

  private int next(int i) {
    char c = text[i];
    if (Characters.isNameStart(c)) {
      int end = literals.nameEnd(i);
      if (end == i) {
        state.doubts++;
        return i + 1;
      }
      return words.add(i, end);
    }
    switch (c) {
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
        return operand(Token.NUMBER, i, literals.numberEnd(i));
      }
      case '"', '\'' -> {
        return operand(Token.STRING, i, literals.stringEnd(i));
      }
      case '#' -> {
        return operand(Token.PRIVATE_NAME, i, literals.nameEnd(i + 1));
      }
      case '`' -> {
        return template(i, i + 1, true);
      }
      case '(' -> brackets.openParenthesis(i);
      case ')' -> brackets.close(Frame.PARENTHESIS, i);
      case '[' -> brackets.openBracket(i);
      case ']' -> brackets.close(Frame.BRACKET, i);
      case '{' -> brackets.openBrace(i);
      case '}' -> {
        if (brackets.close(Frame.BRACE, i)) {
          return template(i, i + 1, false);
        }
      }
      case ';' -> operators.semicolon(i);
      case ',' -> operators.comma(i);
      case ':' -> {
        return operators.colon(i);
      }
      case '@' -> at(i);
      default -> {
        return c == '.' && Characters.isDigit(text[i + 1])
            ? operand(Token.NUMBER, i, literals.numberEnd(i))
            : operators.add(c, i);
      }
    }
    return i + 1;
  }

  private int operand(byte type, int start, int end) {
    if (frames.kind() == Frame.CLASS) {
      members.before(type);
    } else if (state.isSemicolonInserted()) {
      state.endArrows();
      if (frames.kind() == Frame.CLASS) {
        members.before(type);
      }
    }
    state.add(type, start, end);
    return end;
  }

  private void at(int i) {
    if (state.isSemicolonInserted()) {
      state.endArrows();
    }
    boolean member = frames.kind() == Frame.CLASS;
    if (member) {
      members.before(Token.AT);
    }
    int token = state.add(Token.AT, i, i + 1);
    if (!member && frames.kind() != Frame.PARAMETERS) {
      headers.sawDecorator(token);
    }
  }

  private int template(int start, int from, boolean head) {
    int end = literals.templateEnd(from);
    if (end - from >= 2 && text[end - 1] == '{' && text[end - 2] == '$') {
      frames.push(
          Frame.TEMPLATE,
          state.add(head ? Token.TEMPLATE_HEAD : Token.TEMPLATE_MIDDLE, start, end));
    } else {
      state.add(head ? Token.TEMPLATE : Token.TEMPLATE_TAIL, start, end);
    }
    return end;
  }
}
