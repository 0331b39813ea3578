package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Tokens.Token;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes expressions as far as they name functions: targets of assignments, keys, and callees. What
 * is no chain of members is left out.
 */
final class ExpressionTexts {
  /** Chains nested more deeply than this in brackets of chains are left out. */
  private static final int DEEPEST = 16;

  /** Of longer chains the rest is left out: no name is as long. */
  private static final int MOST_CHARACTERS = 4 * NameTexts.LONGEST;

  /** Behind more calls in a row the callee is left out, whose text would be cut anyway. */
  private static final int MOST_CALLS = 128;

  private static final Pattern PROTOTYPE = Pattern.compile("\\.prototype(?=\\.|$)");
  private static final Pattern EXPORTS = Pattern.compile("^(?:module\\.exports|exports)\\.(?=.)");
  private static final Pattern GLOBAL =
      Pattern.compile("^(?:window|globalThis|self|global)\\.(?=.)");

  private final Tokens tokens;
  private final NameTexts texts;

  ExpressionTexts(Tokens tokens, NameTexts texts) {
    this.tokens = tokens;
    this.texts = texts;
  }

  /**
   * Returns the target of an assignment without what says nothing of it: {@code a.b}, {@code
   * this.x}, {@code a[b]}; {@code []} for a pattern.
   */
  String target(int assign) {
    int first = first(assign - 1);
    String chain = first < 0 ? "" : chain(first, assign, 0);
    if (chain.isEmpty()) {
      String last = first < 0 ? "" : callee(assign - 1);
      return last.isEmpty() ? "[]" : last;
    }
    String rest = PROTOTYPE.matcher(chain).replaceAll("");
    rest = EXPORTS.matcher(rest).replaceFirst("");
    return GLOBAL.matcher(rest).replaceFirst("");
  }

  /**
   * Returns the text of a key, given its last token: {@code []} if it is computed in other ways.
   */
  String key(int last) {
    return switch (tokens.type(last)) {
      case Token.STRING -> texts.string(last);
      case Token.NUMBER -> texts.numberKey(last).text();
      case Token.BRACKET_CLOSE -> {
        int open = tokens.match(last);
        if (open < 0) {
          yield "[]";
        }
        boolean isString = last - open == 2 && tokens.type(open + 1) == Token.STRING;
        yield isString ? texts.string(open + 1) : "[" + chain(open + 1, last, 0) + "]";
      }
      default -> texts.identifier(last).text();
    };
  }

  /**
   * Returns the last name of a callee, given its last token: {@code then}, {@code []}, {@code f()};
   * empty if it has none.
   */
  String callee(int last) {
    int calls = 0;
    int token = last;
    while (token > 0 && calls < MOST_CALLS) {
      byte type = tokens.type(token);
      int match = tokens.match(token);
      if (type == Token.GROUP_CLOSE && match > 0 && tokens.type(match) == Token.CALL_OPEN) {
        int before = beforeSuffix(match);
        if (isNew(before)) {
          return called("", calls);
        }
        calls++;
        token = before;
      } else if (type == Token.GROUP_CLOSE && match > 0) {
        token = token - 1;
        if (!endsWholeGroup(match, token) || isNew(token)) {
          return called("", calls);
        }
      } else {
        return called(lastName(token), calls);
      }
    }
    return called("", calls);
  }

  private static String called(String name, int calls) {
    return calls == 0 ? name : name + "()".repeat(calls);
  }

  private int beforeSuffix(int opener) {
    return tokens.type(opener - 1) == Token.OPTIONAL_DOT ? opener - 2 : opener - 1;
  }

  /** Tells whether an operand with a last token is all that a group holds behind its commas. */
  private boolean endsWholeGroup(int opener, int last) {
    int first = first(last);
    byte before = first < 0 ? Token.SEMICOLON : tokens.type(first - 1);
    return first - 1 == opener || before == Token.LAST_COMMA;
  }

  private String lastName(int token) {
    boolean isProperty = tokens.isProperty(token);
    return switch (tokens.type(token)) {
      case Token.NAME, Token.PRIVATE_NAME -> texts.identifier(token).text();
      case Token.BRACKET_CLOSE -> {
        int open = tokens.match(token);
        if (open < 0 || tokens.type(open) != Token.MEMBER_OPEN) {
          yield "";
        }
        boolean isString = token - open == 2 && tokens.type(open + 1) == Token.STRING;
        yield isString ? texts.string(open + 1) : "[]";
      }
      case Token.IMPORT -> "import";
      case Token.VALUE_WORD ->
          isProperty || texts.isWord(token, "super") ? texts.identifier(token).text() : "";
      default -> "";
    };
  }

  /** Tells whether {@code new} makes an object of an operand, given the operand's last token. */
  boolean isNew(int last) {
    int token = last;
    while (token > 0) {
      int match = tokens.match(token);
      byte type = tokens.type(token);
      if (tokens.isProperty(token)) {
        token -= 2;
      } else if (type == Token.BRACKET_CLOSE
          && match > 0
          && tokens.type(match) == Token.MEMBER_OPEN) {
        token = beforeSuffix(match);
      } else {
        boolean isGroup =
            (type == Token.GROUP_CLOSE && match > 0 && tokens.type(match) != Token.CALL_OPEN);
        boolean isCall = type == Token.GROUP_CLOSE && !isGroup;
        return !isCall && texts.isWord((isGroup ? match : token) - 1, "new");
      }
    }
    return false;
  }

  /** Returns the first token of an operand, given its last one; -1 if it is not known. */
  private int first(int last) {
    int token = last;
    while (token > 0) {
      int match = tokens.match(token);
      switch (tokens.type(token)) {
        case Token.GROUP_CLOSE, Token.BRACKET_CLOSE, Token.VALUE_CLOSE -> {
          if (match <= 0) {
            return -1;
          }
          byte opener = tokens.type(match);
          if (opener != Token.CALL_OPEN && opener != Token.MEMBER_OPEN) {
            return withNew(match);
          }
          token = beforeSuffix(match);
        }
        case Token.TEMPLATE -> {
          if (!Token.endsOperand(tokens.type(token - 1))) {
            return token;
          }
          token--;
        }
        case Token.TEMPLATE_TAIL, Token.JSX_END -> {
          return -1;
        }
        default -> {
          if (!tokens.isProperty(token)) {
            return withNew(token);
          }
          token -= 2;
        }
      }
    }
    return -1;
  }

  private int withNew(int first) {
    return texts.isWord(first - 1, "new") ? first - 1 : first;
  }

  /** Writes the chain of members that an expression is; empty if it is anything else. */
  private String chain(int first, int end, int depth) {
    if (first >= end || depth > DEEPEST) {
      return "";
    }
    StringBuilder chain = new StringBuilder();
    int token = first;
    boolean isNew = texts.isWord(first, "new");
    switch (tokens.type(first)) {
      case Token.NAME, Token.PRIVATE_NAME -> chain.append(texts.identifier(first).text());
      case Token.STRING -> chain.append(texts.string(first));
      case Token.VALUE_WORD -> {
        if (texts.isWord(first, "this") || texts.isWord(first, "super")) {
          chain.append(texts.identifier(first).text());
        }
      }
      case Token.GROUP_OPEN -> {
        token = tokens.match(first);
        chain.append(chain(first + 1, token, depth + 1));
      }
      case Token.SEQUENCE_OPEN, Token.ARRAY_OPEN, Token.OBJECT_OPEN -> token = tokens.match(first);
      case Token.NUMBER, Token.TEMPLATE, Token.REGEX, Token.IMPORT -> {}
      default -> {
        if (!isNew) {
          return "";
        }
      }
    }
    token++;
    while (token > 0 && token < end) {
      switch (tokens.type(token)) {
        case Token.DOT, Token.OPTIONAL_DOT -> {
          byte behind = tokens.type(token + 1);
          token++;
          if (behind != Token.MEMBER_OPEN && behind != Token.CALL_OPEN) {
            add(chain, texts.identifier(token).text());
            token++;
          }
        }
        case Token.MEMBER_OPEN -> {
          int close = tokens.match(token);
          if (close - token == 2 && tokens.type(token + 1) == Token.STRING) {
            add(chain, texts.string(token + 1));
          } else if (chain.length() < MOST_CHARACTERS) {
            chain.append('[').append(chain(token + 1, close, depth + 1)).append(']');
          }
          token = close + 1;
        }
        case Token.CALL_OPEN -> {
          chain.setLength(0);
          token = tokens.match(token) + 1;
        }
        case Token.TEMPLATE -> {
          chain.setLength(0);
          token++;
        }
        default -> {
          if (!isNew || token != first + 1) {
            return "";
          }
          token++;
        }
      }
    }
    return token == end ? chain.toString() : "";
  }

  private static void add(StringBuilder chain, String name) {
    if (!chain.isEmpty() && chain.length() < MOST_CHARACTERS) {
      chain.append('.').append(name);
    }
  }

  /**
   * Tells how the members behind an operand call it: {@code iife} for {@code .call(} and {@code
   * .apply(}, {@code bind} for {@code .bind(}; null if they do not. {@code next} is the token
   * behind it.
   */
  @Nullable String invoked(int next) {
    int token = next;
    while (token > 0) {
      switch (tokens.type(token)) {
        case Token.DOT, Token.OPTIONAL_DOT -> {
          int name = token + 1;
          int behind = tokens.type(name + 1) == Token.OPTIONAL_DOT ? name + 2 : name + 1;
          if (tokens.type(name) == Token.NAME && tokens.type(behind) == Token.CALL_OPEN) {
            if (tokens.is(name, "call") || tokens.is(name, "apply")) {
              return "iife";
            }
            if (tokens.is(name, "bind")) {
              return "bind";
            }
          }
          token =
              tokens.type(name) == Token.MEMBER_OPEN || tokens.type(name) == Token.CALL_OPEN
                  ? name
                  : name + 1;
        }
        case Token.MEMBER_OPEN, Token.CALL_OPEN -> token = tokens.match(token) + 1;
        case Token.TEMPLATE -> token++;
        default -> {
          return null;
        }
      }
    }
    return null;
  }
}
