package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Literals.Characters;
import dev.symbolicator.javascript.NameTexts.Contexts;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.FunctionName.NamePart;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names functions as people read them in a flame graph: with their class or object. Looks through
 * grouping parentheses, conditionals, logical operators and the end of a sequence.
 */
final class QualifiedNames {
  private final Tokens tokens;
  private final FunctionRows rows;
  private final NameTexts texts;
  private final Contexts contexts;

  /** The class or object of the last method, since very many methods may share it. */
  private @Nullable Owner lastOwner;

  QualifiedNames(Tokens tokens, FunctionRows rows, NameTexts texts) {
    this.tokens = tokens;
    this.rows = rows;
    this.texts = texts;
    this.contexts = new Contexts(tokens, rows);
  }

  FunctionName name(int row) {
    NameSearch search = new NameSearch();
    List<NamePart> parts = search.parts(row);
    int length = parts.stream().mapToInt(part -> part.text().length()).sum();
    return length > NameTexts.LONGEST || search.chains.isExhausted()
        ? FunctionName.ANONYMOUS
        : new FunctionName(parts);
  }

  /** The name of a class or object; parts are null if too long for a name. */
  private record Owner(int id, @Nullable List<NamePart> parts) {}

  private Owner owner(int id) {
    Owner known = lastOwner;
    if (known == null || known.id != id) {
      known = new Owner(id, new NameSearch().ofOwner(id));
      lastOwner = known;
    }
    return known;
  }

  /** Walks outwards from one function to the expression or key that names it. */
  private final class NameSearch {
    private final MemberChains chains = new MemberChains(tokens, texts);
    private final List<Integer> keys = new ArrayList<>();
    private int first;

    /** The last token of the current expression; -1 if the expression reaches as far as it can. */
    private int last;

    private boolean isFound;
    private boolean isTooFar;
    private List<NamePart> base = List.of();

    List<NamePart> parts(int row) {
      return switch (rows.kind(row)) {
        case METHOD -> method(row);
        case CLASS -> prefixed("new ", partsFrom(row));
        case INSTANCE_FIELDS -> fields(row, "<instance_members_initializer>");
        case STATIC_FIELDS -> fields(row, "<static_initializer>");
        case DECLARATION, EXPRESSION, ARROW -> partsFrom(row);
      };
    }

    private List<NamePart> method(int row) {
      if (contexts.isConstructor(row, texts)) {
        return prefixed("new ", partsFrom(rows.owner(row)));
      }
      List<NamePart> ofOwner = owner(rows.owner(row)).parts;
      if (ofOwner == null) {
        return List.of();
      }
      List<NamePart> parts = new ArrayList<>(ofOwner);
      chains.addKey(rows.key(row), parts);
      return prefixed(contexts.accessor(row), chains.withoutPrototype(parts));
    }

    @Nullable List<NamePart> ofOwner(int owner) {
      if (owner >= 0) {
        nameFrom(owner);
      } else {
        first = ~owner;
        last = tokens.match(first);
        if (last >= 0) {
          walk();
        }
      }
      List<NamePart> parts = chained();
      return isTooFar || chains.isExhausted() ? null : parts;
    }

    private List<NamePart> partsFrom(int row) {
      nameFrom(row);
      return joined();
    }

    private List<NamePart> fields(int row, String name) {
      int owner = rows.owner(row);
      List<NamePart> parts = new ArrayList<>(owner < 0 ? List.of() : partsFrom(owner));
      parts.add(NameTexts.glue(parts.isEmpty() ? name : "." + name));
      return parts;
    }

    private List<NamePart> prefixed(String prefix, List<NamePart> parts) {
      if (parts.isEmpty() || prefix.isEmpty()) {
        return parts;
      }
      List<NamePart> all = new ArrayList<>(parts.size() + 1);
      all.add(NameTexts.glue(prefix));
      all.addAll(parts);
      return all;
    }

    /** Starts at a function or class: takes its own name, or else looks around it. */
    private void nameFrom(int row) {
      int key = rows.key(row);
      if (key >= 0) {
        base = List.of(texts.identifier(key));
        return;
      }
      first = rows.first(row);
      last = rows.last(row);
      walk();
    }

    private void walk() {
      isFound = false;
      for (int steps = 0; steps < Contexts.MOST_STEPS && !isFound && first > 0; steps++) {
        if (last >= 0 && breaksName(last + 1)) {
          return;
        }
        step(first - 1);
        if (steps == Contexts.MOST_STEPS - 1 && !isFound) {
          keys.clear();
          isTooFar = true;
        }
      }
    }

    private boolean breaksName(int next) {
      byte type = tokens.type(next);
      if (type == Token.LOGICAL || type == Token.TESTED_LOGICAL) {
        return tokens.type(firstLogical(next)) == Token.TESTED_LOGICAL;
      }
      return contexts.continues(next);
    }

    private int firstLogical(int token) {
      int match = tokens.match(token);
      byte type = tokens.type(match);
      return type == Token.LOGICAL || type == Token.TESTED_LOGICAL ? match : token;
    }

    private void step(int before) {
      switch (tokens.type(before)) {
        case Token.GENERIC -> first = before;
        case Token.ASSIGN -> end(chains.before(before));
        case Token.FIELD_ASSIGN -> field(before);
        case Token.PROPERTY_COLON -> {
          keys.add(before - 1);
          widen(tokens.match(before));
        }
        case Token.GROUP_OPEN -> widen(before);
        case Token.LAST_COMMA -> {
          if (last >= 0 && last + 1 != tokens.match(tokens.match(before))) {
            end(List.of());
          } else {
            widen(tokens.match(before));
          }
        }
        case Token.QUESTION, Token.CONDITION_COLON -> {
          first = tokens.match(before) + 1;
          last = -1;
        }
        case Token.LOGICAL, Token.TESTED_LOGICAL -> {
          int logical = firstLogical(before);
          if (tokens.type(logical) == Token.TESTED_LOGICAL) {
            end(List.of());
          } else {
            first = tokens.match(logical) + 1;
            last = -1;
          }
        }
        case Token.JSX_OPEN ->
            end(contexts.isAttribute(before) ? List.of(texts.attribute(before - 2)) : List.of());
        case Token.DEFAULT ->
            end(
                tokens.type(before - 1) == Token.EXPORT
                    ? List.of(NameTexts.glue("default"))
                    : List.of());
        default -> end(List.of());
      }
    }

    private void end(List<NamePart> parts) {
      base = parts;
      isFound = true;
    }

    private void widen(int opener) {
      if (opener < 0 || tokens.match(opener) < 0) {
        end(List.of());
        return;
      }
      first = opener;
      last = tokens.match(opener);
    }

    private void field(int assign) {
      keys.add(assign - 1);
      int word = tokens.match(assign);
      int owner = word < 0 ? -1 : rows.find(tokens.start(word));
      if (owner < 0 || rows.kind(owner) != FunctionKind.CLASS) {
        end(List.of());
      } else if (rows.key(owner) >= 0) {
        end(List.of(texts.identifier(rows.key(owner))));
      } else {
        first = rows.first(owner);
        last = rows.last(owner);
      }
    }

    private List<NamePart> joined() {
      return chains.withoutPrototype(chained());
    }

    private List<NamePart> chained() {
      List<NamePart> parts = new ArrayList<>(base);
      for (int i = keys.size() - 1; i >= 0 && !chains.isExhausted(); i--) {
        chains.addKey(keys.get(i), parts);
      }
      return parts;
    }
  }

  /**
   * Writes keys and chains of members such as {@code a.b["c"][d.e]}. Many functions may share a
   * chain as long as the text, so each name reads only a bounded part.
   */
  static final class MemberChains {
    private static final String COMPUTED = "[<computed>]";

    /** Chains nested more deeply than this in brackets of chains are written as computed. */
    private static final int DEEPEST = 4;

    /** More characters than this make no name, even if {@code .prototype} is dropped. */
    private static final int MOST_CHARACTERS = 4 * NameTexts.LONGEST;

    private final Tokens tokens;
    private final NameTexts texts;
    private int links;
    private int characters;

    MemberChains(Tokens tokens, NameTexts texts) {
      this.tokens = tokens;
      this.texts = texts;
    }

    boolean isExhausted() {
      return links > Contexts.MOST_STEPS || characters > MOST_CHARACTERS;
    }

    private void add(NamePart part, List<NamePart> parts) {
      characters += part.text().length();
      parts.add(part);
    }

    List<NamePart> before(int token) {
      return chain(token - 1, -1, 0);
    }

    /**
     * Writes a chain backwards from its last token, which must begin with {@code from} unless that
     * is -1.
     */
    private List<NamePart> chain(int last, int from, int depth) {
      List<Integer> members = new ArrayList<>();
      List<Integer> groups = new ArrayList<>();
      int token = last;
      while (!isExhausted()) {
        links++;
        if (texts.isIdentifier(token) && tokens.isProperty(token)) {
          members.add(token);
          token -= 2;
        } else if (closes(token, Token.MEMBER_OPEN)) {
          members.add(token);
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
      List<NamePart> parts = new ArrayList<>();
      int begin = token;
      boolean whole = isBase(token, tokens.type(token));
      for (int i = groups.size() - 1; i >= 0 && whole; i--) {
        while (tokens.type(begin - 1) == Token.GENERIC) {
          begin--; // the type of an assertion stands before its operand
        }
        whole = tokens.match(groups.get(i)) == begin - 1;
        begin--;
      }
      if (from >= 0 && (!whole || begin != from)) {
        return List.of();
      }
      if (whole) {
        add(base(token, tokens.type(token)), parts);
      }
      for (int i = members.size() - 1; i >= 0 && !isExhausted(); i--) {
        int link = members.get(i);
        boolean known = whole || groups.isEmpty() || link > groups.get(0);
        boolean prototype = parts.isEmpty() && i > 0 && tokens.is(link, "prototype");
        if (known && !prototype) {
          addLink(link, parts, depth);
        }
      }
      return parts;
    }

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

    private boolean isWord(int token) {
      String word = texts.identifier(token).text();
      return word.equals("await") || word.equals("yield");
    }

    private boolean isLiteral(int token) {
      String word = texts.identifier(token).text();
      return !word.equals("this") && !word.equals("super");
    }

    private NamePart base(int token, byte type) {
      NamePart part = texts.identifier(token);
      return type == Token.VALUE_WORD ? NameTexts.glue(part.text()) : part;
    }

    private void addLink(int token, List<NamePart> parts, int depth) {
      if (tokens.type(token) == Token.BRACKET_CLOSE) {
        addComputed(token, parts, depth);
      } else {
        addDot(parts);
        add(texts.identifier(token), parts);
      }
    }

    private void addDot(List<NamePart> parts) {
      if (!parts.isEmpty()) {
        add(NameTexts.glue("."), parts);
      }
    }

    void addKey(int key, List<NamePart> parts) {
      byte type = tokens.type(key);
      if (texts.isIdentifier(key)) {
        addDot(parts);
        add(texts.identifier(key), parts);
      } else if (type == Token.STRING) {
        addString(texts.string(key), parts, parts.isEmpty());
      } else if (type == Token.NUMBER) {
        String number = texts.number(key);
        add(NameTexts.glue(parts.isEmpty() ? number : "[" + number + "]"), parts);
      } else if (type == Token.BRACKET_CLOSE && tokens.match(key) >= 0) {
        addComputed(key, parts, 0);
      } else {
        addDot(parts);
        add(NameTexts.glue("<computed>"), parts);
      }
    }

    private void addString(String value, List<NamePart> parts, boolean bare) {
      if (isIdentifier(value)) {
        addDot(parts);
        add(NameTexts.glue(value), parts);
      } else {
        add(NameTexts.glue(bare ? value : "[" + JsonString.quoted(value) + "]"), parts);
      }
    }

    private void addComputed(int close, List<NamePart> parts, int depth) {
      int open = tokens.match(close);
      byte only = close - open == 2 ? tokens.type(open + 1) : Token.SEMICOLON;
      if (only == Token.STRING) {
        addString(texts.string(open + 1), parts, false);
        return;
      }
      if (only == Token.NUMBER) {
        add(NameTexts.glue("[" + texts.number(open + 1) + "]"), parts);
        return;
      }
      if (only == Token.VALUE_WORD && isLiteral(open + 1)) {
        add(NameTexts.glue("[" + texts.identifier(open + 1).text() + "]"), parts);
        return;
      }
      List<NamePart> chain = depth < DEEPEST ? chain(close - 1, open + 1, depth + 1) : List.of();
      if (chain.isEmpty()) {
        add(NameTexts.glue(COMPUTED), parts);
        return;
      }
      add(NameTexts.glue("["), parts);
      parts.addAll(chain);
      add(NameTexts.glue("]"), parts);
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

    List<NamePart> withoutPrototype(List<NamePart> parts) {
      List<NamePart> kept = new ArrayList<>(parts.size());
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
}
