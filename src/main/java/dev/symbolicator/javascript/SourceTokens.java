package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.NameTexts.Escapes;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/**
 * Reads all tokens of a text in order, those of types and JSX too, along the tokens of its outline,
 * which has none for types and tags. Offsets are 0-based, in UTF-16 units. A regular expression, a
 * piece of a template with its delimiters, a text between tags and {@code #x} are one token each;
 * comments are none. Not thread-safe.
 */
public final class SourceTokens {
  private static final int ROOM = 16;

  private final char[] text;
  private final int length;
  private final Tokens tokens;
  private final Literals literals;
  private final Ints places;

  /** The braces around expressions in tags that are open. */
  private final Ints expressions;

  private int angles;
  private int outlined;
  private int start;
  private int end;
  private SourceToken kind = SourceToken.OTHER;

  /** Makes a reader at the beginning of a text that was understood. Its memory stays charged. */
  SourceTokens(String text, Tokens tokens, Allowance allowance) {
    length = text.length();
    this.tokens = tokens;
    allowance.take((long) Character.BYTES * (length + ROOM));
    this.text = new char[length + ROOM];
    text.getChars(0, length, this.text, 0);
    literals = new Literals(this.text, length);
    places = new Ints(allowance);
    expressions = new Ints(allowance);
    moveTo(0);
  }

  /** The kinds of tokens, as far as they matter to what is told of functions. */
  public enum SourceToken {
    /** An identifier, a keyword, or a private name. */
    WORD,
    /** A quoted string. */
    STRING,
    /** The quoted value of a JSX attribute, which has no escapes. */
    ATTRIBUTE,
    /** A text between tags, a piece of a template, or a regular expression. */
    SPACED,
    /** Everything else. */
    OTHER
  }

  private static final int CODE = 0;
  private static final int TAG = 1;
  private static final int CHILDREN = 2;
  private static final int EXPRESSION = 3;
  private static final int TYPE_TEMPLATE = 4;
  private static final int TYPE_BRACE = 5;

  /** Moves before the first token from an offset on, which must not be in a token, tag or type. */
  public void moveTo(int offset) {
    places.truncate(0);
    expressions.truncate(0);
    angles = 0;
    end = offset == 0 && text[0] == '#' && text[1] == '!' ? literals.lineEnd(0) : offset;
    outlined = tokens.firstFrom(end);
  }

  /** Leaves out the tokens before an offset, up to which nothing may be open. */
  public void skipTo(int offset) {
    end = Math.max(end, offset);
  }

  /** Reads the next token; false at the end of the text. */
  public boolean next() {
    int i = end;
    if (place() == CHILDREN) {
      if (i < length && text[i] != '<' && text[i] != '{') {
        return read(SourceToken.SPACED, i, childrenEnd(i));
      }
    } else {
      i = triviaEnd(i);
    }
    if (i >= length) {
      end = length;
      return false;
    }
    while (outlined < tokens.size() && isBefore(outlined, i)) {
      outlined++;
    }
    boolean isOutlined = outlined < tokens.size() && tokens.start(outlined) == i;
    return isOutlined ? readOutlined(outlined++, i) : readBetween(i);
  }

  private boolean read(SourceToken tokenKind, int from, int to) {
    kind = tokenKind;
    start = from;
    end = Math.min(Math.max(from + 1, to), length);
    return true;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  public SourceToken kind() {
    return kind;
  }

  /** Tells whether the token is written like this. */
  public boolean is(String written) {
    if (end - start != written.length()) {
      return false;
    }
    for (int i = 0; i < written.length(); i++) {
      if (text[start + i] != written.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the character at an offset of the text. */
  public char at(int offset) {
    return text[offset];
  }

  /** Returns the token as it is written. */
  public String written() {
    return new String(text, start, end - start);
  }

  /** Returns a word without its escapes. */
  public String word() {
    String written = written();
    return written.indexOf('\\') < 0 ? written : Escapes.decode(written);
  }

  /** Returns the value of a string or attribute. */
  public String value() {
    int from = start + 1;
    String raw = new String(text, from, Math.max(0, end - 1 - from));
    return kind == SourceToken.STRING && raw.indexOf('\\') >= 0 ? Escapes.decode(raw) : raw;
  }

  /** A declaration without code leaves a semicolon, which is not written. */
  private boolean isBefore(int token, int offset) {
    int first = tokens.start(token);
    return first < offset
        || (first == offset && tokens.type(token) == Token.SEMICOLON && text[offset] != ';');
  }

  private int triviaEnd(int from) {
    int i = from;
    while (i < length) {
      char c = text[i];
      if (c == ' ' || c == '\n') {
        i++;
      } else if (c > ' ' && c < 128 && c != '/') {
        return i;
      } else if (Characters.isSpace(c)) {
        i++;
      } else if (c == '/' && text[i + 1] == '/') {
        i = literals.lineEnd(i + 2);
      } else if (c == '/' && text[i + 1] == '*') {
        i = literals.commentEnd(i);
      } else {
        return i;
      }
    }
    return length;
  }

  private int childrenEnd(int from) {
    int i = from;
    while (i < length && text[i] != '<' && text[i] != '{') {
      i++;
    }
    return i;
  }

  private boolean readOutlined(int token, int i) {
    int to = i + 1;
    switch (tokens.type(token)) {
      case Token.STRING -> {
        return place() == TAG
            ? read(SourceToken.ATTRIBUTE, i, literals.attributeEnd(i))
            : read(SourceToken.STRING, i, literals.stringEnd(i));
      }
      case Token.NUMBER -> to = literals.numberEnd(i);
      case Token.REGEX -> {
        return read(SourceToken.SPACED, i, literals.regexEnd(i));
      }
      case Token.TEMPLATE, Token.TEMPLATE_HEAD, Token.TEMPLATE_MIDDLE, Token.TEMPLATE_TAIL -> {
        return read(SourceToken.SPACED, i, literals.templateEnd(i + 1));
      }
      case Token.PRIVATE_NAME -> {
        return read(SourceToken.WORD, i, literals.nameEnd(i + 1));
      }
      case Token.JSX_START -> {
        places.add(TAG);
        angles = 0;
      }
      case Token.JSX_END -> leave(place() == CHILDREN ? CHILDREN : TAG);
      case Token.JSX_OPEN -> {
        places.add(EXPRESSION);
        expressions.add(token);
      }
      case Token.BLOCK_CLOSE, Token.VALUE_CLOSE -> {
        if (expressions.size() > 0 && tokens.match(token) == expressions.last()) {
          expressions.removeLast();
          leave(EXPRESSION);
        }
      }
      case Token.SPREAD -> to = i + 3;
      case Token.OPTIONAL_DOT -> to = i + 2;
      case Token.QUESTION,
          Token.GENERIC,
          Token.SEMICOLON,
          Token.COMMA,
          Token.LAST_COMMA,
          Token.DOT,
          Token.PROPERTY_COLON,
          Token.STATEMENT_COLON,
          Token.CONDITION_COLON,
          Token.BLOCK_OPEN,
          Token.OBJECT_OPEN,
          Token.CLASS_OPEN,
          Token.GROUP_OPEN,
          Token.SEQUENCE_OPEN,
          Token.CALL_OPEN,
          Token.CONTROL_OPEN,
          Token.PARAMETERS_OPEN,
          Token.GROUP_CLOSE,
          Token.CONTROL_CLOSE,
          Token.PARAMETERS_CLOSE,
          Token.ARRAY_OPEN,
          Token.MEMBER_OPEN,
          Token.KEY_OPEN,
          Token.BRACKET_CLOSE -> {}
      default -> {
        if (Characters.isNameStart(text[i])) {
          return place() == TAG ? readTagName(i) : read(SourceToken.WORD, i, literals.nameEnd(i));
        }
        int next = token + 1 < tokens.size() ? tokens.start(token + 1) : length;
        to = Math.min(operatorEnd(i), Math.max(to, next));
      }
    }
    return read(SourceToken.OTHER, i, to);
  }

  private int place() {
    return places.size() == 0 ? CODE : places.last();
  }

  private void leave(int place) {
    if (place() == place) {
      places.removeLast();
    }
  }

  /** Reads an operator as the longest that is one (ECMA-262, section 12.8). */
  private int operatorEnd(int i) {
    char c = text[i];
    int most = c == '>' ? 3 : "<*&|?+-".indexOf(c) >= 0 ? 2 : 1;
    int to = i + 1;
    while (to - i < most && text[to] == c) {
      to++;
    }
    if (c == '=' && text[to] == '>') {
      return to + 1;
    }
    boolean isStep = (c == '+' || c == '-') && to - i == 2;
    if ("=!<>*&|?+-/%^".indexOf(c) < 0 || isStep || text[to] != '=') {
      return to;
    }
    to++;
    return (c == '=' || c == '!') && text[to] == '=' ? to + 1 : to;
  }

  /** Reads what the outline has no token for: types, and tags apart from their names. */
  private boolean readBetween(int i) {
    char c = text[i];
    int place = place();
    if (place == CHILDREN) {
      places.removeLast();
      places.add(TAG);
      angles = 0;
      return read(SourceToken.OTHER, i, i + 1);
    }
    if (Characters.isNameStart(c)) {
      return (place == TAG && angles == 0)
          ? readTagName(i)
          : read(SourceToken.WORD, i, literals.nameEnd(i));
    }
    if (Characters.isDigit(c)) {
      return read(SourceToken.OTHER, i, literals.numberEnd(i));
    }
    int to = i + 1;
    switch (c) {
      case '"', '\'' -> {
        return read(SourceToken.STRING, i, literals.stringEnd(i));
      }
      case '`' -> {
        to = literals.templateEnd(i + 1);
        if (endsInSubstitution(to)) {
          places.add(TYPE_TEMPLATE);
        }
      }
      case '{' -> {
        if (place == TYPE_TEMPLATE || place == TYPE_BRACE) {
          places.add(TYPE_BRACE);
        }
      }
      case '}' -> {
        leave(TYPE_BRACE);
        if (place == TYPE_TEMPLATE) {
          to = literals.templateEnd(i + 1);
          if (!endsInSubstitution(to)) {
            places.removeLast();
          }
        }
      }
      case '=' -> to = text[i + 1] == '>' ? i + 2 : to;
      case '.' -> to = (text[i + 1] == '.' && text[i + 2] == '.') ? i + 3 : to;
      case '<' -> angles++;
      case '>' -> {
        if (place == TAG && angles == 0) {
          places.removeLast();
          places.add(CHILDREN);
        } else {
          angles--;
        }
      }
      default -> {}
    }
    return read(SourceToken.OTHER, i, to);
  }

  private boolean endsInSubstitution(int to) {
    return text[to - 1] == '{' && text[to - 2] == '$';
  }

  /** Reads a name with hyphens; dots and colons are tokens of their own. */
  private boolean readTagName(int from) {
    int to = from;
    while (Characters.isNamePart(text[to]) || text[to] == '-') {
      to++;
    }
    return read(SourceToken.OTHER, from, to);
  }
}
