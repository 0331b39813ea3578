package dev.symbolicator.javascript;

import dev.symbolicator.javascript.FunctionName.NamePart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names functions as people read them in a flame graph: with the class or object they belong to.
 * Looks through grouping parentheses, conditionals, logical operators and the last expression of a
 * sequence.
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

  /**
   * The name of a class or object.
   *
   * @param id as in {@link FunctionRows#owner}
   * @param parts of the name and of the keys after it; null if too long for a name
   */
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

    /** The last token of each key passed on the way, innermost first. */
    private final List<Integer> keys = new ArrayList<>();

    /** The first token of the current expression. */
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

    /** Goes one step outwards over the token before the expression. */
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

    /** Continues with the brackets that begin at a token. */
    private void widen(int opener) {
      if (opener < 0 || tokens.match(opener) < 0) {
        end(List.of());
        return;
      }
      first = opener;
      last = tokens.match(opener);
    }

    /** Continues from a field's initialiser with the field's class. */
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
}
