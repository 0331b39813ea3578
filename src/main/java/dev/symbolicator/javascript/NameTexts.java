package dev.symbolicator.javascript;

import dev.symbolicator.javascript.FunctionName.NamePart;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Reads the texts that tokens add to names: identifiers and the values of literals. */
final class NameTexts {
  /**
   * The most UTF-16 code units of a name. Longer names are dropped: one long name times many
   * functions must not cost their product.
   */
  static final int LONGEST = 1_024;

  private final String text;
  private final Tokens tokens;

  /**
   * The last identifier with escapes, since decoding is slow and very many functions may share it.
   */
  private @Nullable NamePart lastEscaped;

  /** The last number that is a key, kept for the same reason. */
  private @Nullable NamePart lastNumber;

  NameTexts(String text, Tokens tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  /** Returns a piece that is no identifier of the text. */
  static NamePart glue(String text) {
    return new NamePart(text, -1, 0);
  }

  /** Returns an identifier, with or without {@code #}, or the name of a JSX attribute. */
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
   * Returns the end of an escape as the scanner finds it. A search beyond the token could read the
   * same text for very many escapes.
   */
  private int escapeEnd(int digits, int limit) {
    int i = digits;
    while (i < limit && Characters.isNamePart(text.charAt(i))) {
      i++;
    }
    return i < limit && text.charAt(i) == '}' ? i + 1 : i;
  }

  /** Returns the name of a JSX attribute, which may contain hyphens, colons and dots. */
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

  /** Tells whether a token is an identifier, which may be private. */
  boolean isIdentifier(int token) {
    byte type = tokens.type(token);
    return type == Token.NAME || type == Token.PRIVATE_NAME;
  }

  /** Returns the value of a string, with its escapes decoded. */
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

  /** Returns a number as written in the text. */
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

  /** Returns a number as a property key. */
  NamePart numberKey(int token) {
    int start = tokens.start(token);
    NamePart known = lastNumber;
    if (known == null || known.offset() != start) {
      known = new NamePart(numberKey(number(token)), start, 0);
      lastNumber = known;
    }
    return glue(known.text());
  }

  /** Returns a number as JavaScript writes it in a property key. */
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
}
