package dev.symbolicator.javascript;

import dev.symbolicator.javascript.FunctionParts.Namespace;
import dev.symbolicator.javascript.FunctionParts.Parts;
import dev.symbolicator.javascript.FunctionParts.Role;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Tokens.Token;
import dev.symbolicator.memory.Allowance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link FunctionParts} of a text.
 *
 * <p>One pass over the tokens keeps what is open as a chain of {@link Open}: brackets, rows, and
 * holders, which are assignments, keys, {@code return} and {@code export default}. A statement's
 * end closes the holders of its block, a comma those of one expression. Each knows the nearest ones
 * around it that name or describe what stands in them. So a function reads at most {@link
 * FunctionParts#MOST_NAMES} of them, however deep it is, and the text of each is made once.
 */
final class PartsWalk {
  /** Heap bytes for a function beside the characters of its names. */
  private static final int BYTES = 96;

  final Tokens tokens;
  final FunctionRows rows;
  final NameTexts texts;
  private final ExpressionTexts expressions;
  private final Allowance allowance;
  final int[] containers;
  final int[] memberBegins;
  final Parts[] parts;
  final List<Namespace> namespaces = new ArrayList<>();

  /** The rows in the order of their first tokens. */
  final long[] order;

  private int next;
  private Open top = new Open(Kind.BLOCK, 0, null);
  private int charged;

  PartsWalk(Tokens tokens, FunctionRows rows, NameTexts texts, Allowance allowance) {
    this.tokens = tokens;
    this.rows = rows;
    this.texts = texts;
    this.allowance = allowance;
    expressions = new ExpressionTexts(tokens, texts);
    allowance.take((long) (BYTES + 2 * Integer.BYTES + Long.BYTES) * rows.size());
    containers = new int[rows.size()];
    memberBegins = new int[rows.size()];
    parts = new Parts[rows.size()];
    Arrays.fill(parts, Parts.NONE);
    order = new long[rows.size()];
    for (int row = 0; row < order.length; row++) {
      memberBegins[row] = tokens.start(rows.first(row));
      order[row] = ((long) rows.first(row) << Integer.SIZE) | row;
    }
    Arrays.sort(order);
  }

  void run() {
    for (int token = 1; next < order.length && token < tokens.size(); token++) {
      while (top.row != null && top.row.count < token) {
        top = around(top.row);
      }
      if (top != top.base && top.base.kind == Kind.BLOCK && isStatement(token)) {
        top = top.base;
      }
      while (next < order.length && order[next] >>> Integer.SIZE <= token) {
        openRow((int) order[next]);
        next++;
      }
      token = take(token);
    }
    while (next < order.length) {
      openRow((int) order[next]);
      next++;
    }
  }

  private static Open around(Open open) {
    return open.around == null ? open : open.around;
  }

  private Open open(Kind kind, int token) {
    Open opened = new Open(kind, token, top);
    if (opened.depth > charged) {
      charged = opened.depth;
      allowance.take(Open.BYTES);
    }
    top = opened;
    return opened;
  }

  private void openPart(Kind kind, int token) {
    open(kind, token).becomePart();
  }

  private boolean isStatement(int token) {
    byte before = tokens.type(token - 1);
    byte type = tokens.type(token);
    if (Token.isBeforeStatement(before)) {
      return before != Token.BLOCK_CLOSE || beginsAfterBlock(type);
    }
    return tokens.newlineBefore(token)
        && (Token.beginsStatement(type) || type == Token.AT || type == Token.BLOCK_OPEN)
        && (Token.endsOperand(before) || before == Token.RETURN || before == Token.JUMP);
  }

  /** An arrow function's body may also go on with a comma, a colon or a closing bracket. */
  private static boolean beginsAfterBlock(byte type) {
    return Token.beginsStatement(type)
        || switch (type) {
          case Token.GROUP_OPEN,
              Token.SEQUENCE_OPEN,
              Token.PARAMETERS_OPEN,
              Token.ARRAY_OPEN,
              Token.BLOCK_OPEN,
              Token.TEMPLATE,
              Token.TEMPLATE_HEAD,
              Token.REGEX,
              Token.CATCH,
              Token.GENERIC,
              Token.AT ->
              true;
          default -> false;
        };
  }

  /** Takes a token, and skips brackets in which no row begins; returns the last one taken. */
  private int take(int token) {
    switch (tokens.type(token)) {
      case Token.SEMICOLON, Token.TEMPLATE_MIDDLE -> top = top.base;
      case Token.COMMA, Token.LAST_COMMA -> comma(token);
      case Token.QUESTION -> open(Kind.QUESTION, token);
      case Token.CONDITION_COLON -> endQuestion();
      case Token.ASSIGN, Token.COMPOUND_ASSIGN -> assign(token);
      case Token.FIELD_ASSIGN -> openPart(Kind.KEY, token);
      case Token.PROPERTY_COLON -> property(token);
      case Token.DECLARATION_WORD -> open(Kind.DECLARATION, token);
      case Token.INFIX_WORD -> { // Behind "for (const a of" nothing is declared.
        top = top.kind == Kind.DECLARATION ? around(top) : top;
      }
      case Token.DEFAULT -> {
        if (tokens.type(token - 1) == Token.EXPORT) {
          openPart(Kind.DEFAULT, token);
        }
      }
      case Token.RETURN -> {
        if (texts.isWord(token, "return")) {
          openPart(Kind.RETURNED, token);
        }
      }
      case Token.ARROW -> {
        if (tokens.type(token + 1) != Token.BLOCK_OPEN) {
          openPart(Kind.RETURNED, token);
        }
      }
      case Token.AT -> {
        if (top.kind == Kind.CLASS_BODY && top.first == 0) {
          top.first = next + 1;
          top.separator = token;
        }
      }
      case Token.BLOCK_OPEN,
          Token.CLASS_OPEN,
          Token.OBJECT_OPEN,
          Token.ARRAY_OPEN,
          Token.CALL_OPEN,
          Token.GROUP_OPEN,
          Token.SEQUENCE_OPEN,
          Token.CONTROL_OPEN,
          Token.PARAMETERS_OPEN,
          Token.MEMBER_OPEN,
          Token.KEY_OPEN,
          Token.TEMPLATE_HEAD,
          Token.JSX_START,
          Token.JSX_OPEN -> {
        int closer = tokens.match(token);
        if (closer > token && (next == order.length || order[next] >>> Integer.SIZE > closer)) {
          return closer;
        }
        openBracket(token);
      }
      case Token.BLOCK_CLOSE,
          Token.VALUE_CLOSE,
          Token.GROUP_CLOSE,
          Token.CONTROL_CLOSE,
          Token.PARAMETERS_CLOSE,
          Token.BRACKET_CLOSE,
          Token.TEMPLATE_TAIL,
          Token.JSX_END -> {
        if (top.base.kind != Kind.ROW) {
          top = around(top.base);
        }
      }
      default -> {}
    }
    return token;
  }

  private void comma(int token) {
    while (!top.kind.isBase && !top.kind.isStatement()) {
      top = around(top);
    }
    if (top.kind == Kind.CALL) {
      if (top.first == 0) {
        top.first = stringArgument(top.separator + 1, token - 1);
      }
      top.separator = token;
      top.count++;
    }
  }

  /** Returns the string that an argument is, within any parentheses; 0 if it is anything else. */
  private int stringArgument(int firstToken, int lastToken) {
    int first = firstToken;
    int last = lastToken;
    while (tokens.type(last) == Token.GROUP_CLOSE
        && tokens.match(last) == first
        && texts.isDirectlyBefore(last, last + 1)) {
      first++;
      last--;
    }
    boolean isString = tokens.type(last) == Token.STRING || tokens.type(last) == Token.TEMPLATE;
    return isString && first == last && texts.isDirectlyBefore(last, last + 1) ? last : 0;
  }

  private void endQuestion() {
    while (!top.kind.isBase && top.kind != Kind.QUESTION) {
      top = around(top);
    }
    if (top.kind == Kind.QUESTION) {
      top = around(top);
    }
  }

  private void assign(int token) {
    if (top.kind != Kind.ELEMENT) {
      boolean isDeclared = holdsPatterns(top) || top.kind == Kind.DECLARATION;
      openPart(Kind.ASSIGNED, token);
      top.isPattern = isDeclared;
    }
  }

  private void property(int token) {
    boolean isPattern = top.isPattern;
    open(Kind.KEY, token).isPattern = isPattern;
    if (!isPattern) {
      top.becomePart();
    }
  }

  private static boolean holdsPatterns(Open around) {
    return around.kind == Kind.PARAMETERS || (around.isPattern && around.kind != Kind.ASSIGNED);
  }

  private void openBracket(int token) {
    switch (tokens.type(token)) {
      case Token.BLOCK_OPEN -> {
        open(Kind.BLOCK, token);
        openNamespace(token);
      }
      case Token.CLASS_OPEN -> open(Kind.CLASS_BODY, token);
      case Token.CALL_OPEN -> openPart(Kind.CALL, token);
      case Token.CONTROL_OPEN -> open(Kind.CONTROL, token);
      case Token.PARAMETERS_OPEN -> open(Kind.PARAMETERS, token);
      case Token.JSX_START -> {
        boolean isAttribute = top.kind == Kind.ELEMENT && tokens.type(token - 1) == Token.ASSIGN;
        open(Kind.ELEMENT, token);
        if (isAttribute) {
          top.becomePart();
        }
      }
      case Token.OBJECT_OPEN, Token.ARRAY_OPEN -> {
        boolean isArray = tokens.type(token) == Token.ARRAY_OPEN;
        boolean isPattern = isPattern(token);
        open(isArray ? Kind.ARRAY : Kind.OBJECT, token).isPattern = isPattern;
        if (isArray && !isPattern) {
          top.becomePart();
        }
      }
      case Token.GROUP_OPEN, Token.SEQUENCE_OPEN -> {
        String invoked = expressions.invoked(tokens.match(token) + 1);
        open(invoked == null ? Kind.BRACKET : Kind.INVOKED, token).text = invoked;
        if (invoked != null) {
          top.becomePart();
        }
      }
      case Token.TEMPLATE_HEAD -> {
        if (Token.endsOperand(tokens.type(token - 1))) {
          openPart(Kind.TAGGED, token);
        } else {
          open(Kind.BRACKET, token);
        }
      }
      case Token.JSX_OPEN -> {
        if (top.kind != Kind.ELEMENT || tokens.type(token + 1) == Token.SPREAD) {
          open(Kind.BRACKET, token);
        } else {
          boolean isAttribute = tokens.type(token - 1) == Token.ASSIGN;
          openPart(isAttribute ? Kind.ATTRIBUTE : Kind.CHILD, token);
        }
      }
      default -> open(Kind.BRACKET, token);
    }
  }

  private boolean isPattern(int opener) {
    byte before = tokens.type(opener - 1);
    byte behind = tokens.type(tokens.match(opener) + 1);
    return holdsPatterns(top)
        || behind == Token.ASSIGN
        || (top.kind == Kind.DECLARATION
            && (before == Token.DECLARATION_WORD || before == Token.COMMA))
        || (top.kind == Kind.CONTROL
            && (behind == Token.INFIX_WORD || tokens.type(top.token - 1) == Token.CATCH));
  }

  /** Makes a block a namespace's: {@code namespace a.b}, {@code module "a"}, {@code global}. */
  private void openNamespace(int brace) {
    int last = brace - 1;
    if (last < 1) {
      return;
    }
    int first = last;
    while (first > 2
        && tokens.type(first - 1) == Token.DOT
        && tokens.type(first - 2) == Token.NAME) {
      first -= 2;
    }
    boolean isGlobal =
        tokens.is(last, "global")
            && !tokens.newlineBefore(brace)
            && Token.isBeforeStatement(tokens.type(last - 1));
    boolean isNamed =
        (tokens.is(first - 1, "namespace") || tokens.is(first - 1, "module"))
            && !tokens.newlineBefore(first)
            && (tokens.type(first) == Token.NAME || tokens.type(first) == Token.STRING);
    if (!isGlobal && !isNamed) {
      return;
    }
    for (int token = isNamed ? first : last; token <= last; token += 2) {
      boolean isString = tokens.type(token) == Token.STRING;
      String name = isString ? texts.string(token) : texts.identifier(token).text();
      allowance.take(BYTES + (long) Character.BYTES * name.length());
      namespaces.add(new Namespace(name, top.container));
      top.container = rows.size() + namespaces.size() - 1;
    }
    top.cut();
  }

  private void openRow(int row) {
    FunctionKind kind = rows.kind(row);
    boolean isMember = top.kind == Kind.CLASS_BODY;
    containers[row] = top.container;
    if (isMember && top.first > 0) {
      takeDecorators(row);
    }
    boolean isFields = kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS;
    if (!isFields) {
      parts[row] = partsOf(row);
    }
    open(Kind.ROW, rows.first(row)).count = rows.last(row);
    top.row = top;
    top.cut();
    top.container = isFields ? top.container : row;
  }

  /** The decorators of a method belong to it; those of fields belong to the class. */
  private void takeDecorators(int member) {
    memberBegins[member] = tokens.start(top.separator);
    int place = top.first - 1;
    while (rows.kind(member) == FunctionKind.METHOD && place < next) {
      int row = (int) order[place];
      if (containers[row] == top.container) {
        containers[row] = member;
      }
      place = Math.max(place + 1, placeFrom(rows.last(row) + 1, order));
    }
    top.first = 0;
  }

  /** Returns the place in such an order of the first row that begins at a token or behind it. */
  static int placeFrom(int token, long[] order) {
    int place = Arrays.binarySearch(order, (long) token << Integer.SIZE);
    return place < 0 ? ~place : place;
  }

  private Parts partsOf(int row) {
    int key = rows.key(row);
    boolean isMethod = rows.kind(row) == FunctionKind.METHOD;
    String own = key < 0 ? null : isMethod ? expressions.key(key) : texts.identifier(key).text();
    List<String> names = names(isMethod ? own : null, key >= 0 && !isMethod);
    String holder = own != null && !isMethod ? own : holder();
    if (names.isEmpty() && own != null) {
      names = List.of(own);
    }
    Role role = own == null ? role(row) : null;
    for (String name : names) {
      allowance.take((long) Character.BYTES * name.length());
    }
    if (role != null) {
      allowance.take((long) Character.BYTES * role.text().length());
    }
    return new Parts(names, role, holder);
  }

  private List<String> names(@Nullable String key, boolean isNamed) {
    if (top.name == null) {
      return key == null ? List.of() : List.of(key);
    }
    List<String> names = new ArrayList<>();
    if (key != null) {
      names.add(key);
    }
    Open name = top.name;
    for (; name != null && names.size() < FunctionParts.MOST_NAMES - 1; name = nameAround(name)) {
      if (name.kind != Kind.DEFAULT || !isNamed) {
        names.add(text(name));
      }
    }
    Open first = name == null ? null : top.firstName;
    if (first != null && (first.kind != Kind.DEFAULT || !isNamed)) {
      names.add(text(first));
    }
    Collections.reverse(names);
    return names;
  }

  private static @Nullable Open nameAround(Open name) {
    return name.around == null ? null : name.around.name;
  }

  /** Returns the innermost thing that a function is assigned to. */
  private @Nullable String holder() {
    Open name = top.name;
    for (int steps = 0; name != null && steps < FunctionParts.MOST_NAMES; steps++) {
      if (name.kind == Kind.ASSIGNED) {
        return text(name);
      }
      name = nameAround(name);
    }
    return null;
  }

  private String text(Open open) {
    String known = open.text;
    if (known == null) {
      known =
          switch (open.kind) {
            case KEY -> expressions.key(open.token - 1);
            case DEFAULT -> "default";
            default -> open.isPattern ? declared(open.token - 1) : expressions.target(open.token);
          };
      open.text = known;
    }
    return known;
  }

  private String declared(int target) {
    boolean isName = tokens.type(target) == Token.NAME && !tokens.isProperty(target);
    return isName ? texts.identifier(target).text() : "{}";
  }

  private @Nullable Role role(int row) {
    String called = called(row);
    Open part = top.part;
    if (called != null) {
      return new Role(called, -1, null);
    }
    if (part == null || part.kind.isName()) {
      return null;
    }
    return switch (part.kind) {
      case CALL -> argument(part);
      case TAGGED -> tagged(part);
      case ATTRIBUTE, ELEMENT -> ofElement(part, texts.attribute(part.token - 2).text());
      case CHILD -> ofElement(part, "children");
      case RETURNED -> new Role("return", -1, null);
      case ARRAY -> new Role("[]", -1, null);
      default -> new Role(part.text == null ? "" : part.text, -1, null);
    };
  }

  private Role argument(Open call) {
    int end = call.token - 1;
    if (tokens.type(end) == Token.OPTIONAL_DOT) {
      end--;
    }
    if (call.text == null) {
      call.text = (expressions.isNew(end) ? "new " : "") + expressions.callee(end);
    }
    if (call.literal == null && call.first > 0) {
      call.literal = texts.literal(call.first);
    }
    return new Role(call.text, call.count, call.literal);
  }

  private Role tagged(Open template) {
    if (template.text == null) {
      template.text = expressions.callee(template.token - 1) + "`";
    }
    return new Role(template.text, -1, null);
  }

  private Role ofElement(Open part, String attribute) {
    Open element = around(part);
    int name = element.token + 1;
    String tag = tokens.type(name) == Token.NAME ? texts.attribute(name).text() : "";
    return new Role("<" + tag + " " + attribute + ">", -1, null);
  }

  /** Returns {@code iife} or {@code bind} for a function that is called where it stands. */
  private @Nullable String called(int row) {
    int first = rows.first(row);
    int last = rows.last(row);
    FunctionKind kind = rows.kind(row);
    if (kind != FunctionKind.ARROW && tokens.type(last) != Token.VALUE_CLOSE) {
      return null;
    }
    // An arrow function has members only within parentheses.
    String invoked = kind == FunctionKind.ARROW ? null : expressions.invoked(last + 1);
    if (invoked != null) {
      return invoked;
    }
    while (tokens.type(first - 1) == Token.GROUP_OPEN && tokens.match(first - 1) == last + 1) {
      first--;
      last++;
    }
    int next = tokens.type(last + 1) == Token.OPTIONAL_DOT ? last + 2 : last + 1;
    boolean isCallee = tokens.type(next) == Token.CALL_OPEN || texts.isWord(first - 1, "new");
    return isCallee ? "iife" : null;
  }

  /** What may be open. A base ends with its bracket or row, others with a comma or statement. */
  private enum Kind {
    BLOCK(true),
    BRACKET(true),
    CONTROL(true),
    PARAMETERS(true),
    OBJECT(true),
    CLASS_BODY(true),
    ELEMENT(true),
    ROW(true),
    ARRAY(true),
    CALL(true),
    TAGGED(true),
    INVOKED(true),
    ATTRIBUTE(true),
    CHILD(true),
    DECLARATION(false),
    QUESTION(false),
    ASSIGNED(false),
    KEY(false),
    DEFAULT(false),
    RETURNED(false);

    final boolean isBase;

    Kind(boolean isBase) {
      this.isBase = isBase;
    }

    boolean isName() {
      return this == ASSIGNED || this == KEY || this == DEFAULT;
    }

    /** Tells whether it goes on after a comma. */
    boolean isStatement() {
      return this == DECLARATION || this == DEFAULT || this == RETURNED;
    }
  }

  /** Something that is open, in a chain of what is open around it. */
  private static final class Open {
    static final int BYTES = 104;

    final Kind kind;
    final int token;
    final @Nullable Open around;
    final Open base;
    final int depth;

    /** The innermost row, perhaps itself. */
    @Nullable Open row;

    /** The innermost that is a part of what stands here. */
    @Nullable Open part;

    @Nullable Open name;
    @Nullable Open firstName;
    int container;

    /** Of a row its last token; of a call its commas. */
    int count;

    /** Of a call the last comma, or its parenthesis. */
    int separator;

    /** Of a call its first argument that is a string; of decorators their first row, plus one. */
    int first;

    /** Whether it is a pattern, or the target of an assignment is that of a declaration. */
    boolean isPattern;

    /** Its name or role, once it is known. */
    @Nullable String text;

    /** Of a call the value of its first argument that is a string, once it is known. */
    @Nullable String literal;

    Open(Kind kind, int token, @Nullable Open around) {
      this.kind = kind;
      this.token = token;
      this.around = around;
      base = kind.isBase || around == null ? this : around.base;
      separator = token;
      if (around == null) {
        depth = 0;
        container = FunctionParts.TOP_LEVEL;
      } else {
        depth = around.depth + 1;
        row = around.row;
        part = around.part;
        name = around.name;
        firstName = around.firstName;
        container = around.container;
      }
    }

    /** Begins another container or function, of which nothing around is a part. */
    void cut() {
      part = null;
      name = null;
      firstName = null;
    }

    void becomePart() {
      part = this;
      if (kind.isName()) {
        name = this;
        firstName = firstName == null ? this : firstName;
      }
    }
  }
}
