package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.Outline.FunctionName.NamePart;
import dev.symbolicator.javascript.Tokens.Token;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Reads the texts that tokens add to names: identifiers and the values of literals. */
final class NameTexts {
  /**
   * In UTF-16 units. Longer names are dropped: one long name times many functions must not cost
   * their product.
   */
  static final int LONGEST = 1_024;

  private final String text;
  private final Tokens tokens;

  /** Kept since decoding is slow and very many functions may share an identifier. */
  private @Nullable NamePart lastEscaped;

  private @Nullable NamePart lastNumber;

  NameTexts(String text, Tokens tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  static NamePart glue(String text) {
    return new NamePart(text, -1, 0);
  }

  NamePart identifier(int token) {
    int start = tokens.start(token);
    int end = identifierEnd(start);
    String raw = text.substring(start, end);
    if (raw.indexOf('\\') < 0) {
      return new NamePart(raw, start, end - start);
    }
    NamePart known = lastEscaped;
    if (known == null || known.offset() != start) {
      known = new NamePart(Escapes.decode(raw), start, end - start);
      lastEscaped = known;
    }
    return known;
  }

  private int identifierEnd(int start) {
    int limit = Math.min(text.length(), start + LONGEST + 2);
    int i = start;
    if (text.charAt(i) == '#') {
      i++;
    }
    while (i < limit) {
      char c = text.charAt(i);
      if (c == '\\' && text.startsWith("u{", i + 1)) {
        i = escapeEnd(i + 3, limit);
      } else if (Characters.isNamePart(c) || c == '\\') {
        i++;
      } else {
        break;
      }
    }
    return Math.min(i, limit);
  }

  /**
   * As the scanner finds it: a search beyond the token could read the same text for very many
   * escapes.
   */
  private int escapeEnd(int digits, int limit) {
    int i = digits;
    while (i < limit && Characters.isNamePart(text.charAt(i))) {
      i++;
    }
    return i < limit && text.charAt(i) == '}' ? i + 1 : i;
  }

  NamePart attribute(int token) {
    int start = tokens.start(token);
    int limit = Math.min(text.length(), start + LONGEST + 2);
    int end = start;
    while (end < limit
        && (Characters.isNamePart(text.charAt(end)) || "-:.".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return new NamePart(text.substring(start, end), start, end - start);
  }

  boolean isIdentifier(int token) {
    byte type = tokens.type(token);
    return type == Token.NAME || type == Token.PRIVATE_NAME;
  }

  String string(int token) {
    int start = tokens.start(token);
    char quote = text.charAt(start);
    int limit = Math.min(text.length(), start + LONGEST + 2);
    int i = start + 1;
    while (i < limit && text.charAt(i) != quote) {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    String raw = text.substring(start + 1, Math.min(i, limit));
    return raw.indexOf('\\') < 0 ? raw : Escapes.decode(raw);
  }

  /** Returns the value of a string or of a template without substitutions. */
  String literal(int token) {
    return tokens.type(token) == Token.STRING
        ? string(token)
        : string(token).replace("\r\n", "\n").replace('\r', '\n');
  }

  /** Tells whether no type stands between a string or parenthesis and the token behind it. */
  boolean isDirectlyBefore(int token, int next) {
    int end = tokens.start(next);
    int i = tokens.start(token) + 1;
    if (tokens.type(token) == Token.STRING || tokens.type(token) == Token.TEMPLATE) {
      char quote = text.charAt(i - 1);
      while (i < end && text.charAt(i) != quote) {
        i += text.charAt(i) == '\\' ? 2 : 1;
      }
      i++;
    }
    while (i < end) {
      if (text.startsWith("/*", i)) {
        int close = text.indexOf("*/", i + 2);
        i = close < 0 ? end : close + 2;
      } else if (text.startsWith("//", i)) {
        while (i < end && !Characters.isLineEnd(text.charAt(i))) {
          i++;
        }
      } else if (Characters.isSpace(text.charAt(i))) {
        i++;
      } else {
        return false;
      }
    }
    return true;
  }

  /** Tells whether a token is a word, which may be a keyword. */
  boolean isWord(int token, String word) {
    if (token <= 0) {
      return false;
    }
    int start = tokens.start(token);
    byte type = tokens.type(token);
    return (type == Token.RETURN || type == Token.UNARY || type == Token.VALUE_WORD)
        && !tokens.isProperty(token)
        && text.startsWith(word, start)
        && (start + word.length() == text.length()
            || !Characters.isNamePart(text.charAt(start + word.length())));
  }

  String number(int token) {
    int start = tokens.start(token);
    int limit = Math.min(text.length(), start + LONGEST);
    int i = start;
    while (i < limit
        && (Characters.isNamePart(text.charAt(i))
            || text.charAt(i) == '.'
            || isExponentSign(start, i))) {
      i++;
    }
    return text.substring(start, i);
  }

  private boolean isExponentSign(int start, int i) {
    char c = text.charAt(i);
    return (c == '+' || c == '-')
        && (text.charAt(i - 1) | 0x20) == 'e'
        && !isRadix(text.substring(start, i));
  }

  private static boolean isRadix(String raw) {
    return raw.length() > 1 && raw.charAt(0) == '0' && "xXoObB".indexOf(raw.charAt(1)) >= 0;
  }

  NamePart numberKey(int token) {
    int start = tokens.start(token);
    NamePart known = lastNumber;
    if (known == null || known.offset() != start) {
      known = new NamePart(numberKey(number(token)), start, 0);
      lastNumber = known;
    }
    return glue(known.text());
  }

  static String numberKey(String written) {
    String digits = written.replace("_", "");
    try {
      if (digits.endsWith("n")) {
        return integer(digits.substring(0, digits.length() - 1)).toString();
      }
      if (isRadix(digits) || digits.matches("0[0-7]+")) {
        return written(integer(digits).doubleValue());
      }
      return written(Double.parseDouble(digits));
    } catch (NumberFormatException noNumber) {
      return written;
    }
  }

  private static BigInteger integer(String digits) {
    if (isRadix(digits)) {
      int letter = digits.charAt(1) | 0x20;
      int radix = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
      return new BigInteger(digits.substring(2), radix);
    }
    boolean octal = digits.length() > 1 && digits.charAt(0) == '0';
    return new BigInteger(digits, octal ? 8 : 10);
  }

  /** Writes a number like {@code Number::toString} (ECMA-262, section 6.1.6.1.20). */
  private static String written(double value) {
    if (Double.isInfinite(value)) {
      return "Infinity";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int point = exact.precision() - exact.scale();
    if (point > -6 && point <= 21) {
      return exact.toPlainString();
    }
    String digits = exact.unscaledValue().toString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    return digits.charAt(0) + fraction + "e" + (point > 0 ? "+" : "-") + Math.abs(point - 1);
  }

  /** Decodes the escapes of strings and identifiers (ECMA-262, sections 12.7.1 and 12.9.4). */
  static final class Escapes {
    private final String raw;
    private final StringBuilder decoded = new StringBuilder();
    private int position;

    private Escapes(String raw) {
      this.raw = raw;
    }

    static String decode(String raw) {
      return new Escapes(raw).decode();
    }

    private String decode() {
      while (position < raw.length()) {
        char c = raw.charAt(position++);
        if (c == '\\' && position < raw.length()) {
          escape(raw.charAt(position++));
        } else {
          decoded.append(c);
        }
      }
      return decoded.toString();
    }

    private void escape(char c) {
      switch (c) {
        case 'n' -> decoded.append('\n');
        case 't' -> decoded.append('\t');
        case 'r' -> decoded.append('\r');
        case 'b' -> decoded.append('\b');
        case 'f' -> decoded.append('\f');
        case 'v' -> decoded.append('\u000b');
        case 'x' -> hex(position, position + 2, position + 2);
        case 'u' -> unicode();
        case '\r' -> position += position < raw.length() && raw.charAt(position) == '\n' ? 1 : 0;
        case '\n', '\u2028', '\u2029' -> {}
        case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
        default -> decoded.append(c);
      }
    }

    private void unicode() {
      if (position < raw.length() && raw.charAt(position) == '{') {
        int end = position + 1;
        while (end < raw.length() && Character.digit(raw.charAt(end), 16) >= 0) {
          end++;
        }
        boolean isClosed = end < raw.length() && raw.charAt(end) == '}';
        hex(position + 1, isClosed ? end : -1, end + 1);
      } else {
        hex(position, position + 4, position + 4);
      }
    }

    private void hex(int start, int end, int next) {
      int value = 0;
      if (end <= start || end > raw.length()) {
        decoded.append('u');
        return;
      }
      for (int at = start; at < end; at++) {
        int digit = Character.digit(raw.charAt(at), 16);
        if (digit < 0 || value > Character.MAX_CODE_POINT >> 4) {
          decoded.append('u');
          return;
        }
        value = (value << 4) | digit;
      }
      decoded.appendCodePoint(Math.min(value, Character.MAX_CODE_POINT));
      position = next;
    }

    private void octal() {
      int value = raw.charAt(position - 1) - '0';
      int digits = value < 4 ? 2 : 1;
      while (digits-- > 0
          && position < raw.length()
          && raw.charAt(position) >= '0'
          && raw.charAt(position) <= '7') {
        value = (value << 3) | (raw.charAt(position++) - '0');
      }
      decoded.append((char) value);
    }
  }

  /** Answers questions about a function from the tokens around it. */
  static final class Contexts {
    /**
     * Steps after which the search for a name ends. They jump over brackets and whole expressions,
     * so real names take a few.
     */
    static final int MOST_STEPS = 64;

    private final Tokens tokens;
    private final FunctionRows rows;

    Contexts(Tokens tokens, FunctionRows rows) {
      this.tokens = tokens;
      this.rows = rows;
    }

    boolean continues(int token) {
      return Token.continuesOperand(tokens.type(token));
    }

    boolean isVariable(int token) {
      return tokens.type(token) == Token.NAME && !tokens.isProperty(token);
    }

    boolean isAttribute(int brace) {
      return brace > 1
          && tokens.type(brace - 1) == Token.ASSIGN
          && tokens.type(brace - 2) == Token.NAME;
    }

    String accessor(int row) {
      int key = rows.key(row);
      int before = tokens.firstOfKey(key) - 1;
      if (before < rows.first(row)) {
        return "";
      }
      return tokens.is(before, "get") ? "get " : tokens.is(before, "set") ? "set " : "";
    }

    boolean isConstructor(int row, NameTexts texts) {
      int key = rows.key(row);
      if (rows.owner(row) < 0) {
        return false;
      }
      boolean named =
          tokens.type(key) == Token.STRING
              ? texts.string(key).equals("constructor")
              : tokens.type(key) == Token.NAME
                  && texts.identifier(key).text().equals("constructor");
      if (!named || !accessor(row).isEmpty()) {
        return false;
      }
      for (int token = rows.first(row); token < key; token++) {
        if (tokens.is(token, "static")) {
          return false;
        }
      }
      return true;
    }
  }
}
