package dev.symbolicator.javascript;

import dev.symbolicator.javascript.NameTexts.Contexts;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.FunctionName.NamePart;
import dev.symbolicator.javascript.Tokens.Token;
import java.util.List;

/**
 * Names functions as V8 does when it parses them: an anonymous function or class is named after the
 * identifier that it is assigned to, or its key unless computed, if it is the whole value, alone or
 * in grouping parentheses.
 */
final class V8Names {
  private final Tokens tokens;
  private final FunctionRows rows;
  private final NameTexts texts;
  private final Contexts contexts;

  V8Names(Tokens tokens, FunctionRows rows, NameTexts texts) {
    this.tokens = tokens;
    this.rows = rows;
    this.texts = texts;
    this.contexts = new Contexts(tokens, rows);
  }

  FunctionName name(int row) {
    return FunctionName.upTo(NameTexts.LONGEST, parts(row));
  }

  boolean isNamedByProperty(int row) {
    if (rows.kind(row) == FunctionKind.METHOD) {
      return true;
    }
    int before = rows.first(row) - 1;
    while (before > 0 && tokens.type(before) == Token.GROUP_OPEN) {
      before--;
    }
    return rows.key(row) < 0
        && (tokens.type(before) == Token.PROPERTY_COLON
            || tokens.type(before) == Token.FIELD_ASSIGN);
  }

  private List<NamePart> parts(int row) {
    return switch (rows.kind(row)) {
      case METHOD -> method(row);
      case INSTANCE_FIELDS, STATIC_FIELDS -> fields(rows.owner(row));
      case DECLARATION, EXPRESSION, ARROW, CLASS -> ownOrAssigned(row);
    };
  }

  private List<NamePart> fields(int owner) {
    if (owner < 0) {
      return List.of();
    }
    // V8 ignores the variable that a class without a name is assigned to.
    int key = rows.key(owner);
    return key < 0 ? exportedAsDefault(rows.first(owner)) : List.of(texts.identifier(key));
  }

  private List<NamePart> exportedAsDefault(int first) {
    boolean exported =
        first >= 2
            && tokens.type(first - 1) == Token.DEFAULT
            && tokens.type(first - 2) == Token.EXPORT;
    return exported ? List.of(NameTexts.glue("default")) : List.of();
  }

  private List<NamePart> ownOrAssigned(int row) {
    int key = rows.key(row);
    return key >= 0 ? List.of(texts.identifier(key)) : assigned(row);
  }

  private List<NamePart> method(int row) {
    if (contexts.isConstructor(row, texts)) {
      return ownOrAssigned(rows.owner(row));
    }
    List<NamePart> key = key(rows.key(row));
    String accessor = contexts.accessor(row);
    return key.isEmpty() || accessor.isEmpty()
        ? key
        : List.of(NameTexts.glue(accessor), key.get(0));
  }

  private List<NamePart> key(int token) {
    if (texts.isIdentifier(token)) {
      return List.of(texts.identifier(token));
    }
    if (tokens.type(token) == Token.STRING) {
      return List.of(NameTexts.glue(texts.string(token)));
    }
    return tokens.type(token) == Token.NUMBER ? List.of(texts.numberKey(token)) : List.of();
  }

  private List<NamePart> assigned(int row) {
    int first = rows.first(row);
    int last = rows.last(row);
    for (int steps = 0; steps < Contexts.MOST_STEPS && first > 0; steps++) {
      int before = first - 1;
      byte type = tokens.type(before);
      if (type == Token.GENERIC) {
        first = before;
        continue;
      }
      if (contexts.continues(last + 1)) {
        return List.of();
      }
      if (type == Token.GROUP_OPEN && tokens.match(before) == last + 1) {
        first = before;
        last++;
        continue;
      }
      return target(before, type);
    }
    return List.of();
  }

  private List<NamePart> target(int operator, byte type) {
    int target = operator - 1;
    return switch (type) {
      case Token.ASSIGN ->
          contexts.isVariable(target) ? List.of(texts.identifier(target)) : List.of();
      case Token.FIELD_ASSIGN -> key(target);
      case Token.PROPERTY_COLON -> isPrototype(target) ? List.of() : key(target);
      case Token.JSX_OPEN ->
          contexts.isAttribute(operator) ? List.of(texts.attribute(operator - 2)) : List.of();
      case Token.DEFAULT -> exportedAsDefault(operator + 1);
      default -> List.of();
    };
  }

  /** Tells whether a key is {@code __proto__}, which is no property before a colon. */
  private boolean isPrototype(int key) {
    List<NamePart> parts = key(key);
    return !parts.isEmpty() && parts.get(0).text().equals("__proto__");
  }
}
