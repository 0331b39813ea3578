package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.NameTexts.Escapes;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * All tokens of a text in order, those of types and JSX too, by 0-based numbers. Offsets are
 * 0-based, in UTF-16 units. A regular expression, a piece of a template with its delimiters, a text
 * between tags and {@code #x} are one token each; comments are none.
 */
public final class SourceTokens {
  private final String text;
  private final Ints starts;
  private final Ints ends;
  private final Ints kinds;

  private SourceTokens(String text, Reader reader) {
    this.text = text;
    starts = reader.starts;
    ends = reader.ends;
    kinds = reader.kinds;
  }

  /** Reads the tokens of a text that was understood. They stay charged. */
  static SourceTokens of(String text, Tokens tokens, Allowance allowance) {
    try (Allowance whileReading = allowance.part()) {
      int room = 16;
      whileReading.take((long) (Character.BYTES + Integer.BYTES) * (text.length() + room));
      char[] characters = new char[text.length() + room];
      text.getChars(0, text.length(), characters, 0);
      Reader reader = new Reader(characters, text.length(), tokens, allowance);
      reader.read();
      return new SourceTokens(text, reader);
    }
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

  public int size() {
    return starts.size();
  }

  /** Returns the number of the first token that begins at an offset or after it. */
  public int from(int offset) {
    int low = 0;
    int high = starts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts.get(middle) < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public int start(int token) {
    return starts.get(token);
  }

  public int end(int token) {
    return ends.get(token);
  }

  public SourceToken kind(int token) {
    return KINDS[kinds.get(token)];
  }

  /** Tells whether a token is written like this. */
  public boolean is(int token, String written) {
    return ends.get(token) - starts.get(token) == written.length()
        && text.startsWith(written, starts.get(token));
  }

  /** Returns the character at an offset of the text. */
  public char at(int offset) {
    return text.charAt(offset);
  }

  /** Returns a token as it is written. */
  public String written(int token) {
    return text.substring(starts.get(token), ends.get(token));
  }

  /** Returns a word without its escapes. */
  public String word(int token) {
    String written = written(token);
    return written.indexOf('\\') < 0 ? written : Escapes.decode(written);
  }

  /** Returns the value of a string or attribute. */
  public String value(int token) {
    int start = starts.get(token) + 1;
    String raw = text.substring(start, Math.max(start, ends.get(token) - 1));
    return kind(token) == SourceToken.STRING && raw.indexOf('\\') >= 0 ? Escapes.decode(raw) : raw;
  }

  private static final SourceToken[] KINDS = SourceToken.values();

  /** Goes through a text along the tokens of its outline, which has none for types and tags. */
  private static final class Reader {
    private enum Place {
      TAG,
      CHILDREN,
      EXPRESSION,
      TYPE_TEMPLATE,
      TYPE_BRACE
    }

    private final char[] text;
    private final int length;
    private final Tokens tokens;
    private final Literals literals;
    final Ints starts;
    final Ints ends;
    final Ints kinds;
    private final Deque<Place> places = new ArrayDeque<>();
    private final Ints expressions;
    private int angles;

    Reader(char[] text, int length, Tokens tokens, Allowance allowance) {
      this.text = text;
      this.length = length;
      this.tokens = tokens;
      literals = new Literals(text, length);
      starts = new Ints(allowance);
      ends = new Ints(allowance);
      kinds = new Ints(allowance);
      expressions = new Ints(allowance);
    }

    void read() {
      int next = 1;
      int i = text[0] == '#' && text[1] == '!' ? literals.lineEnd(0) : 0;
      while (true) {
        i = places.peek() == Place.CHILDREN ? children(i) : triviaEnd(i);
        if (i >= length) {
          return;
        }
        while (next < tokens.size() && isBefore(next, i)) {
          next++;
        }
        boolean isOutlined = next < tokens.size() && tokens.start(next) == i;
        i = Math.max(i + 1, isOutlined ? outlined(next, i) : between(i));
      }
    }

    /** A declaration without code leaves a semicolon, which is not written. */
    private boolean isBefore(int token, int offset) {
      int start = tokens.start(token);
      return start < offset
          || (start == offset && tokens.type(token) == Token.SEMICOLON && text[offset] != ';');
    }

    private int triviaEnd(int start) {
      int i = start;
      while (i < length) {
        if (Characters.isSpace(text[i])) {
          i++;
        } else if (text[i] == '/' && text[i + 1] == '/') {
          i = literals.lineEnd(i + 2);
        } else if (text[i] == '/' && text[i + 1] == '*') {
          i = literals.commentEnd(i);
        } else {
          return i;
        }
      }
      return length;
    }

    private int children(int start) {
      int i = start;
      while (i < length && text[i] != '<' && text[i] != '{') {
        i++;
      }
      return i == start ? i : add(SourceToken.SPACED, start, i);
    }

    private int outlined(int token, int i) {
      boolean isInTag = places.peek() == Place.TAG;
      int end = i + 1;
      switch (tokens.type(token)) {
        case Token.STRING -> {
          return isInTag
              ? add(SourceToken.ATTRIBUTE, i, literals.attributeEnd(i))
              : add(SourceToken.STRING, i, literals.stringEnd(i));
        }
        case Token.NUMBER -> end = literals.numberEnd(i);
        case Token.REGEX -> {
          return add(SourceToken.SPACED, i, literals.regexEnd(i));
        }
        case Token.TEMPLATE, Token.TEMPLATE_HEAD, Token.TEMPLATE_MIDDLE, Token.TEMPLATE_TAIL -> {
          return add(SourceToken.SPACED, i, literals.templateEnd(i + 1));
        }
        case Token.PRIVATE_NAME -> {
          return add(SourceToken.WORD, i, literals.nameEnd(i + 1));
        }
        case Token.JSX_START -> {
          places.push(Place.TAG);
          angles = 0;
        }
        case Token.JSX_END -> leave(places.peek() == Place.CHILDREN ? Place.CHILDREN : Place.TAG);
        case Token.JSX_OPEN -> {
          places.push(Place.EXPRESSION);
          expressions.add(token);
        }
        case Token.BLOCK_CLOSE, Token.VALUE_CLOSE -> {
          if (expressions.size() > 0 && tokens.match(token) == expressions.last()) {
            expressions.removeLast();
            leave(Place.EXPRESSION);
          }
        }
        case Token.SPREAD -> end = i + 3;
        case Token.OPTIONAL_DOT -> end = i + 2;
        case Token.QUESTION, Token.GENERIC -> {}
        default -> {
          if (Characters.isNameStart(text[i])) {
            return isInTag ? tagName(i) : add(SourceToken.WORD, i, literals.nameEnd(i));
          }
          int next = token + 1 < tokens.size() ? tokens.start(token + 1) : length;
          end = Math.min(operatorEnd(i), Math.max(end, next));
        }
      }
      return add(SourceToken.OTHER, i, end);
    }

    private void leave(Place place) {
      if (places.peek() == place) {
        places.pop();
      }
    }

    /** Reads an operator as the longest that is one (ECMA-262, section 12.8). */
    private int operatorEnd(int i) {
      char c = text[i];
      int most = c == '>' ? 3 : "<*&|?+-".indexOf(c) >= 0 ? 2 : 1;
      int end = i + 1;
      while (end - i < most && text[end] == c) {
        end++;
      }
      if (c == '=' && text[end] == '>') {
        return end + 1;
      }
      boolean isStep = (c == '+' || c == '-') && end - i == 2;
      if ("=!<>*&|?+-/%^".indexOf(c) < 0 || isStep || text[end] != '=') {
        return end;
      }
      end++;
      return (c == '=' || c == '!') && text[end] == '=' ? end + 1 : end;
    }

    /** Reads what the outline has no token for: types, and tags apart from their names. */
    private int between(int i) {
      char c = text[i];
      Place place = places.peek();
      if (place == Place.CHILDREN) {
        places.pop();
        places.push(Place.TAG);
        angles = 0;
        return add(SourceToken.OTHER, i, i + 1);
      }
      if (Characters.isNameStart(c)) {
        return place == Place.TAG && angles == 0
            ? tagName(i)
            : add(SourceToken.WORD, i, literals.nameEnd(i));
      }
      if (Characters.isDigit(c)) {
        return add(SourceToken.OTHER, i, literals.numberEnd(i));
      }
      int end = i + 1;
      switch (c) {
        case '"', '\'' -> {
          return add(SourceToken.STRING, i, literals.stringEnd(i));
        }
        case '`' -> {
          end = literals.templateEnd(i + 1);
          if (endsInSubstitution(end)) {
            places.push(Place.TYPE_TEMPLATE);
          }
        }
        case '{' -> {
          if (place == Place.TYPE_TEMPLATE || place == Place.TYPE_BRACE) {
            places.push(Place.TYPE_BRACE);
          }
        }
        case '}' -> {
          leave(Place.TYPE_BRACE);
          if (place == Place.TYPE_TEMPLATE) {
            end = literals.templateEnd(i + 1);
            if (!endsInSubstitution(end)) {
              places.pop();
            }
          }
        }
        case '=' -> end = text[i + 1] == '>' ? i + 2 : end;
        case '.' -> end = text[i + 1] == '.' && text[i + 2] == '.' ? i + 3 : end;
        case '<' -> angles++;
        case '>' -> {
          if (place == Place.TAG && angles == 0) {
            places.pop();
            places.push(Place.CHILDREN);
          } else {
            angles--;
          }
        }
        default -> {}
      }
      return add(SourceToken.OTHER, i, Math.min(end, length));
    }

    private boolean endsInSubstitution(int end) {
      return text[end - 1] == '{' && text[end - 2] == '$';
    }

    /** Reads a name with hyphens; dots and colons are tokens of their own. */
    private int tagName(int start) {
      int end = start;
      while (Characters.isNamePart(text[end]) || text[end] == '-') {
        end++;
      }
      return add(SourceToken.OTHER, start, Math.min(end, length));
    }

    @SuppressWarnings("EnumOrdinal") // The number does not outlive the process.
    private int add(SourceToken kind, int start, int end) {
      starts.add(start);
      ends.add(end);
      kinds.add(kind.ordinal());
      return end;
    }
  }
}
