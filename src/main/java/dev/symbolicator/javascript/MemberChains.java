package dev.symbolicator.javascript;

import dev.symbolicator.javascript.FunctionName.Part;
import java.util.ArrayList;
import java.util.List;

/** Writes keys and chains of members such as {@code a.b["c"][d.e]}. */
final class MemberChains {
  private static final String COMPUTED = "[<computed>]";
  private static final Part DOT = NameTexts.glue(".");

  /** How deep chains lie in brackets of chains before they are called computed. */
  private static final int DEEPEST = 4;

  private final Tokens tokens;
  private final NameTexts texts;

  MemberChains(Tokens tokens, NameTexts texts) {
    this.tokens = tokens;
    this.texts = texts;
  }

  /** The chain that ends right before a token; empty where it is no such thing. */
  List<Part> before(int token) {
    return chain(token - 1, -1, 0);
  }

  /**
   * Writes a chain backwards from its last token.
   *
   * @param from where it has to begin; -1: anywhere, and what it begins with may be left out
   */
  private List<Part> chain(int last, int from, int depth) {
    List<Integer> links = new ArrayList<>();
    List<Integer> groups = new ArrayList<>();
    int token = last;
    while (links.size() + groups.size() < Contexts.MOST_STEPS) {
      if (texts.isIdentifier(token) && tokens.isProperty(token)) {
        links.add(token);
        token -= 2;
      } else if (closes(token, Token.MEMBER_OPEN)) {
        links.add(token);
        token = tokens.match(token) - 1;
        if (tokens.type(token) == Token.OPTIONAL_DOT) {
          token--;
        }
      } else if (closes(token, Token.GROUP_OPEN)) {
        groups.add(token);
        token--;
      } else {
        break;
      }
    }
    List<Part> parts = new ArrayList<>();
    int begin = token;
    boolean whole = isBase(token, tokens.type(token));
    for (int i = groups.size() - 1; i >= 0 && whole; i--) {
      whole = tokens.match(groups.get(i)) == begin - 1;
      begin--;
    }
    if (from >= 0 && (!whole || begin != from)) {
      return List.of();
    }
    if (whole) {
      parts.add(base(token, tokens.type(token)));
    }
    for (int i = links.size() - 1; i >= 0; i--) {
      int link = links.get(i);
      boolean known = whole || groups.isEmpty() || link > groups.get(0);
      boolean prototype = parts.isEmpty() && i > 0 && tokens.is(link, "prototype");
      if (known && !prototype) {
        addLink(link, parts, depth);
      }
    }
    return parts;
  }

  /** Whether it is a closing bracket whose opening one is of a type. */
  private boolean closes(int token, byte opener) {
    int match = tokens.match(token);
    return match >= 0 && tokens.match(match) == token && tokens.type(match) == opener;
  }

  private boolean isBase(int token, byte type) {
    return type == Token.NAME
        || (type == Token.UNARY && isWord(token))
        || (type == Token.RETURN && isWord(token))
        || (type == Token.VALUE_WORD && !isLiteral(token));
  }

  /** {@code await} and {@code yield} where they turn out to be names. */
  private boolean isWord(int token) {
    String word = texts.identifier(token).text();
    return word.equals("await") || word.equals("yield");
  }

  private boolean isLiteral(int token) {
    String word = texts.identifier(token).text();
    return !word.equals("this") && !word.equals("super");
  }

  private Part base(int token, byte type) {
    Part part = texts.identifier(token);
    return type == Token.VALUE_WORD ? NameTexts.glue(part.text()) : part;
  }

  private void addLink(int token, List<Part> parts, int depth) {
    if (tokens.type(token) == Token.BRACKET_CLOSE) {
      addComputed(token, parts, depth);
    } else {
      addDot(parts);
      parts.add(texts.identifier(token));
    }
  }

  private static void addDot(List<Part> parts) {
    if (!parts.isEmpty()) {
      parts.add(DOT);
    }
  }

  /** Appends a key, given its last token, to what it belongs to. */
  void addKey(int key, List<Part> parts) {
    byte type = tokens.type(key);
    if (texts.isIdentifier(key)) {
      addDot(parts);
      parts.add(texts.identifier(key));
    } else if (type == Token.STRING) {
      addString(texts.string(key), parts, parts.isEmpty());
    } else if (type == Token.NUMBER) {
      String number = texts.number(key);
      parts.add(NameTexts.glue(parts.isEmpty() ? number : "[" + number + "]"));
    } else if (type == Token.BRACKET_CLOSE && tokens.match(key) >= 0) {
      addComputed(key, parts, 0);
    } else {
      addDot(parts);
      parts.add(NameTexts.glue("<computed>"));
    }
  }

  private static void addString(String value, List<Part> parts, boolean bare) {
    if (isIdentifier(value)) {
      addDot(parts);
      parts.add(NameTexts.glue(value));
    } else {
      parts.add(NameTexts.glue(bare ? value : "[" + quoted(value) + "]"));
    }
  }

  /** Appends what is in brackets: a literal, or a chain of its own. */
  private void addComputed(int close, List<Part> parts, int depth) {
    int open = tokens.match(close);
    byte only = close - open == 2 ? tokens.type(open + 1) : Token.SEMICOLON;
    if (only == Token.STRING) {
      addString(texts.string(open + 1), parts, false);
      return;
    }
    if (only == Token.NUMBER) {
      parts.add(NameTexts.glue("[" + texts.number(open + 1) + "]"));
      return;
    }
    if (only == Token.VALUE_WORD && isLiteral(open + 1)) {
      parts.add(NameTexts.glue("[" + texts.identifier(open + 1).text() + "]"));
      return;
    }
    List<Part> chain = depth < DEEPEST ? chain(close - 1, open + 1, depth + 1) : List.of();
    if (chain.isEmpty()) {
      parts.add(NameTexts.glue(COMPUTED));
      return;
    }
    parts.add(NameTexts.glue("["));
    parts.addAll(chain);
    parts.add(NameTexts.glue("]"));
  }

  private static boolean isIdentifier(String value) {
    if (value.isEmpty() || Characters.isDigit(value.charAt(0))) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) >= 128 || !Characters.isNamePart(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** A string as JSON writes it. */
  private static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        default -> {
          if (c < ' ' || (Character.isSurrogate(c) && !isPaired(value, i))) {
            quoted.append(String.format("\\u%04x", (int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  private static boolean isPaired(String value, int i) {
    char c = value.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 < value.length() && Character.isLowSurrogate(value.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
  }

  /** Drops {@code .prototype} where something stands on both sides of it. */
  List<Part> withoutPrototype(List<Part> parts) {
    List<Part> kept = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      boolean dropped =
          i > 0
              && i + 2 < parts.size()
              && parts.get(i).text().equals(".")
              && parts.get(i + 1).text().equals("prototype");
      if (dropped) {
        i++;
      } else {
        kept.add(parts.get(i));
      }
    }
    return kept;
  }
}
