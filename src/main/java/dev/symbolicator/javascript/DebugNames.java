package dev.symbolicator.javascript;

import dev.symbolicator.javascript.NameTexts.Contexts;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.FunctionName;
import dev.symbolicator.javascript.Outline.FunctionName.NamePart;
import dev.symbolicator.javascript.Tokens.Token;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Names functions as V8's tools do. A function without a name of its own has an inferred one: what
 * it, or the expression that it is a part of, is assigned to. V8 collects the names of the
 * variables, members and keys on the way from the statement to that assignment, leaves out {@code
 * prototype} and all but the last of several variables, and puts a constructor's name in front.
 * Calls, and functions in parentheses, are not named (<a
 * href="https://github.com/v8/v8/blob/main/src/parsing/func-name-inferrer.cc">func-name-inferrer.cc</a>).
 */
final class DebugNames {
  private static final NamePart DOT = NameTexts.glue(".");

  /** A star, a name, and the parenthesis. */
  private static final int MOST_BEFORE_PARAMETERS = 3;

  private static final NamePart COMPUTED = NameTexts.glue("<computed>");

  private final Tokens tokens;
  private final FunctionRows rows;
  private final NameTexts texts;
  private final V8Names v8Names;
  private final String text;

  DebugNames(Tokens tokens, FunctionRows rows, NameTexts texts, V8Names v8Names, String text) {
    this.tokens = tokens;
    this.rows = rows;
    this.texts = texts;
    this.v8Names = v8Names;
    this.text = text;
  }

  /** Returns the name of a function; {@code parent} is the function around it, or -1. */
  FunctionName name(int row, int parent) {
    FunctionName own = v8Names.name(row);
    FunctionKind kind = rows.kind(row);
    boolean mayBeInferred =
        kind == FunctionKind.EXPRESSION
            || kind == FunctionKind.ARROW
            || kind == FunctionKind.METHOD;
    return own.parts().isEmpty() && mayBeInferred
        ? FunctionName.upTo(NameTexts.LONGEST, new Inference(row, parent).parts())
        : own;
  }

  /** A name on the way; of variables that follow each other only the last counts. */
  private record Name(NamePart part, boolean isVariable) {}

  /** Walks outwards from a function to the statement that it is in. */
  private final class Inference {
    private final Deque<Name> names = new ArrayDeque<>();
    private final FunctionKind kind;
    private final int parent;
    private int at;

    /** Whether the tokens are of the expression itself, and not of one before a comma. */
    private boolean isOwn = true;

    private boolean isInferred;

    /** UTF-16 units of all names on the way, since many functions may share a long one. */
    private int length;

    /** Whether the walk ended within an expression, so that no constructor is around it. */
    private boolean isInExpression;

    Inference(int row, int parent) {
      this.parent = parent;
      kind = rows.kind(row);
      boolean isComputed = kind == FunctionKind.METHOD; // All others have names of their own.
      int owner = isComputed ? rows.owner(row) : -1;
      at = rows.first(owner < 0 ? row : owner) - 1;
      isInferred = isComputed;
    }

    List<NamePart> parts() {
      for (int steps = 0; steps < Contexts.MOST_STEPS && length <= NameTexts.LONGEST; steps++) {
        if (at <= 0 || !step()) {
          return isInferred ? joined() : List.of();
        }
      }
      return List.of();
    }

    /** Takes a token or a bracket; returns false at the beginning of the statement. */
    private boolean step() {
      byte type = tokens.type(at);
      int match = tokens.match(at);
      boolean isMethod =
          type == Token.BLOCK_CLOSE && tokens.type(at + 1) == Token.COMMA && match < at;
      if (isStatementStart(at + 1) || (Token.isBeforeStatement(type) && !isMethod)) {
        return false;
      }
      switch (type) {
        case Token.ASSIGN -> {
          if (isOwn && !assigned()) {
            return false;
          }
        }
        case Token.FIELD_ASSIGN, Token.PROPERTY_COLON -> {
          if (isOwn) {
            if (!isInferred && isCall(at + 1)) {
              return false;
            }
            isInferred = true;
            key(at - 1);
          }
          if (type == Token.FIELD_ASSIGN) {
            isInExpression = true;
            return false;
          }
        }
        case Token.CALL_OPEN -> {
          isOwn = true;
          if (isInferred) {
            target();
          }
        }
        case Token.GROUP_OPEN, Token.SEQUENCE_OPEN -> {
          isOwn = true;
          if (!isInferred && kind == FunctionKind.EXPRESSION) {
            return false;
          }
        }
        case Token.ARRAY_OPEN,
            Token.OBJECT_OPEN,
            Token.MEMBER_OPEN,
            Token.KEY_OPEN,
            Token.TEMPLATE_HEAD,
            Token.TEMPLATE_MIDDLE ->
            isOwn = true;
        case Token.COMMA, Token.LAST_COMMA -> isOwn = false;
        case Token.ARROW -> {
          if (isOwn) {
            isInExpression = true;
            return false;
          }
        }
        case Token.CLASS_OPEN,
            Token.JSX_OPEN,
            Token.DECLARATION_WORD,
            Token.CONTROL_OPEN,
            Token.PARAMETERS_OPEN,
            Token.RETURN -> {
          return false;
        }
        case Token.VALUE_CLOSE,
            Token.GROUP_CLOSE,
            Token.PARAMETERS_CLOSE,
            Token.BRACKET_CLOSE,
            Token.BLOCK_CLOSE,
            Token.TEMPLATE_TAIL ->
            at = match >= 0 && match < at ? match : at;
        case Token.QUESTION, Token.CONDITION_COLON ->
            at = match >= 0 && match < at ? match + 1 : at;
        default -> {}
      }
      at--;
      return true;
    }

    /** Tells whether a line break before a token ends the statement before (ECMA-262, 12.10). */
    private boolean isStatementStart(int token) {
      return tokens.newlineBefore(token)
          && Token.endsOperand(tokens.type(token - 1))
          && Token.beginsStatement(tokens.type(token));
    }

    /** Takes the target of an assignment; returns false if it names nothing. */
    private boolean assigned() {
      if (!isInferred && isCall(at + 1)) {
        return false;
      }
      isInferred = true;
      target();
      return true;
    }

    /** Tells whether an expression is a call as a whole. */
    private boolean isCall(int first) {
      int last = first;
      boolean isNew =
          tokens.type(first) == Token.UNARY && text.startsWith("new", tokens.start(first));
      boolean isCall = isNew;
      int token = isNew ? first + 1 : first;
      for (int steps = 0; steps < Contexts.MOST_STEPS && token < tokens.size(); steps++) {
        byte type = tokens.type(token);
        int match = tokens.match(token);
        if (type == Token.CALL_OPEN) {
          isCall = true;
        } else if (type == Token.MEMBER_OPEN || type == Token.DOT || type == Token.OPTIONAL_DOT) {
          isCall = false;
        } else if (token > first + (isNew ? 1 : 0) && !tokens.isProperty(token)) {
          return isCall && (tokens.newlineBefore(token) || !Token.continuesOperand(type));
        }
        last = match > token ? match : token;
        if (type == Token.FUNCTION || type == Token.CLASS) {
          last = end(token);
        }
        token = last + 1;
      }
      return isCall && token >= tokens.size();
    }

    /** Returns the last token of a class, or of a function: it starts at its parenthesis. */
    private int end(int word) {
      int start = word;
      if (tokens.type(word) == Token.FUNCTION) {
        do {
          start++;
        } while (start <= word + MOST_BEFORE_PARAMETERS
            && tokens.type(start) != Token.PARAMETERS_OPEN);
      }
      int row = start < tokens.size() ? rows.find(tokens.start(start)) : -1;
      return row < 0 ? word : rows.last(row);
    }

    /** Takes the chain of members before the current token, and moves before it. */
    private void target() {
      int token = at - 1;
      for (int steps = 0; steps < Contexts.MOST_STEPS && length <= NameTexts.LONGEST; steps++) {
        byte type = tokens.type(token);
        int match = tokens.match(token);
        if (texts.isIdentifier(token)) {
          boolean isProperty = tokens.isProperty(token);
          add(texts.identifier(token), !isProperty);
          token -= isProperty ? 2 : 1;
          if (!isProperty) {
            break;
          }
        } else if (type == Token.BRACKET_CLOSE
            && match >= 0
            && tokens.type(match) == Token.MEMBER_OPEN) {
          boolean isString = token - match == 2 && tokens.type(match + 1) == Token.STRING;
          add(isString ? NameTexts.glue(texts.string(match + 1)) : COMPUTED, false);
          token = match - 1;
        } else if (type == Token.GROUP_CLOSE && match >= 0) {
          token = match - 1;
          if (tokens.type(match) != Token.CALL_OPEN) {
            break;
          }
        } else {
          break;
        }
      }
      at = token + 1;
    }

    private void key(int token) {
      if (texts.isIdentifier(token)) {
        add(texts.identifier(token), false);
      } else if (tokens.type(token) == Token.STRING) {
        add(NameTexts.glue(texts.string(token)), false);
      }
    }

    private void add(NamePart part, boolean isVariable) {
      length += part.text().length();
      boolean isSkipped =
          part.text().equals("prototype")
              || (isVariable && !names.isEmpty() && names.peekFirst().isVariable());
      if (!isSkipped) {
        names.addFirst(new Name(part, isVariable));
      }
    }

    private List<NamePart> joined() {
      List<NamePart> parts = new ArrayList<>();
      List<NamePart> constructor =
          parent < 0 || isInExpression ? List.of() : v8Names.name(parent).parts();
      if (constructor.size() == 1
          && Character.isUpperCase(constructor.get(0).text().codePointAt(0))) {
        parts.add(constructor.get(0));
      }
      for (Name name : names) {
        if (!parts.isEmpty()) {
          parts.add(DOT);
        }
        parts.add(name.part());
      }
      return parts;
    }
  }
}
