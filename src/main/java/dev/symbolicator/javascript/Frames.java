package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;

/**
 * The brackets, bodies and tags that are open at the current offset. Methods mean the innermost
 * frame unless they say otherwise.
 */
final class Frames {
  private static final int FIRST_FRAMES = 64;
  private static final int WIDTH = 9;

  /** The kind in the low bits, the flags above them. */
  private static final int STATE = 0;

  private static final int OPENER = 1;
  private static final int SEPARATOR = 2;
  private static final int LOGICAL = 3;
  private static final int CONDITIONALS = 4;
  private static final int ROW = 5;
  private static final int MEMBER = 6;
  private static final int FIELD = 7;
  private static final int PENDING_CLASS = 8;

  private final Allowance allowance;
  private final int[] open = new int[4];
  private int[] cells;
  private int top = -WIDTH;
  private int[] questions;

  private int questionCount;

  Frames(Allowance allowance) {
    this.allowance = allowance;
    cells = allowance.ints(FIRST_FRAMES * WIDTH);
    questions = allowance.ints(FIRST_FRAMES);
  }

  void push(byte kind, int opener) {
    int inherited = top < 0 ? 0 : cells[top + STATE] & Frame.INHERITED;
    top += WIDTH;
    if (top == cells.length) {
      int frames = top / WIDTH;
      cells = allowance.resize(cells, (frames + (frames >> 1)) * WIDTH);
    }
    cells[top + STATE] = inherited | kind;
    cells[top + OPENER] = opener;
    cells[top + SEPARATOR] = opener;
    cells[top + LOGICAL] = -1;
    cells[top + CONDITIONALS] = questionCount;
    cells[top + ROW] = -1;
    cells[top + MEMBER] = -1;
    cells[top + FIELD] = -1;
    cells[top + PENDING_CLASS] = -1;
    open[Frame.bracket(kind)]++;
  }

  /** Gives all memory back, since the rest of the outline takes memory too. */
  void close() {
    cells = allowance.resize(cells, 0);
    questions = allowance.resize(questions, 0);
  }

  void pop() {
    open[Frame.bracket(kind())]--;
    questionCount = cells[top + CONDITIONALS];
    top -= WIDTH;
  }

  int depth() {
    return top / WIDTH;
  }

  int open(int bracket) {
    return open[bracket];
  }

  byte kind() {
    return (byte) (cells[top + STATE] & Frame.KIND);
  }

  void becomeBody(int opener) {
    open[Frame.bracket(kind())]--;
    open[Frame.BRACE]++;
    cells[top + STATE] += Frame.BODY - kind();
    cells[top + OPENER] = opener;
    cells[top + SEPARATOR] = opener;
  }

  boolean has(int flag) {
    return (cells[top + STATE] & flag) != 0;
  }

  void set(int flag) {
    cells[top + STATE] |= flag;
  }

  void clear(int flag) {
    cells[top + STATE] &= ~flag;
  }

  void setFunction(int functionFlags) {
    int kept = cells[top + STATE] & ~Frame.INHERITED;
    cells[top + STATE] = kept | Frame.FUNCTION | functionFlags;
  }

  boolean isAtKey(byte kind) {
    return (cells[top + STATE] & (Frame.KIND | Frame.AT_KEY)) == (kind | Frame.AT_KEY);
  }

  int opener() {
    return cells[top + OPENER];
  }

  int separator() {
    return cells[top + SEPARATOR];
  }

  void separator(int token) {
    cells[top + SEPARATOR] = token;
  }

  /** Returns the first logical operator of the current assignment expression, or -1. */
  int logical() {
    return cells[top + LOGICAL] > cells[top + SEPARATOR] ? cells[top + LOGICAL] : -1;
  }

  void logical(int token) {
    cells[top + LOGICAL] = token;
  }

  /** Returns the function or class whose parameters or body the frame is, or -1. */
  int row() {
    return cells[top + ROW];
  }

  void row(int row) {
    cells[top + ROW] = row;
  }

  /** Returns the first token of the current member; in a group, the last comma; or -1. */
  int member() {
    return cells[top + MEMBER];
  }

  void member(int token) {
    cells[top + MEMBER] = token;
  }

  int field() {
    return cells[top + FIELD];
  }

  void field(int row) {
    cells[top + FIELD] = row;
  }

  int pendingClass() {
    return cells[top + PENDING_CLASS];
  }

  void pendingClass(int token) {
    cells[top + PENDING_CLASS] = token;
  }

  void pushQuestion(int token) {
    if (questionCount == questions.length) {
      questions = allowance.resize(questions, 2 * questionCount);
    }
    questions[questionCount++] = token;
  }

  boolean awaitsColon() {
    return questionCount > questionsAround();
  }

  private int questionsAround() {
    return cells[top + (kind() == Frame.ARROW ? MEMBER : CONDITIONALS)];
  }

  boolean awaitsOwnColon() {
    return questionCount > cells[top + CONDITIONALS];
  }

  int popQuestion() {
    return questions[--questionCount];
  }

  void dropQuestions() {
    questionCount = cells[top + CONDITIONALS];
  }

  void pushArrow(int opener, int row, int functionFlags) {
    int around = questionsAround();
    push(Frame.ARROW, opener);
    cells[top + MEMBER] = around;
    cells[top + ROW] = row;
    setFunction(functionFlags);
  }

  /** The kinds of frames, which are the places that a token may stand in, and their flags. */
  static final class Frame {
    /** Statements: the text itself, a block, a namespace. */
    static final byte BLOCK = 0;

    /** The body of a function, or a static block. */
    static final byte BODY = 1;

    static final byte OBJECT = 2;
    static final byte CLASS = 3;
    static final byte TEMPLATE = 4;
    static final byte JSX_EXPRESSION = 5;
    static final byte GROUP = 6;
    static final byte CALL = 7;
    static final byte CONTROL = 8;
    static final byte PARAMETERS = 9;
    static final byte ARRAY = 10;
    static final byte MEMBER = 11;
    static final byte KEY = 12;
    static final byte ARROW = 13;

    static final byte JSX_TAG = 14;
    static final byte JSX_CHILDREN = 15;
    static final int KIND = 0xf;

    /** An object or class is at a key, not at a value. */
    static final int AT_KEY = 1 << 4;

    /** A {@code case} waits for its colon. */
    static final int AT_CASE = 1 << 5;

    /**
     * Type annotations occurred, so a parenthesis encloses parameters, or a class member has a
     * type.
     */
    static final int TYPED = 1 << 6;

    /** Within a generator: {@code yield} is a keyword. */
    static final int GENERATOR = 1 << 7;

    /** Within an async function: {@code await} is a keyword. */
    static final int ASYNC = 1 << 8;

    /** Within any function. */
    static final int FUNCTION = 1 << 9;

    /** The class is a declaration, or the braces are those of an enum, so no operand ends there. */
    static final int DECLARATION = 1 << 10;

    /** A class member has decorators that may still go on. */
    static final int DECORATOR = 1 << 11;

    /** The flags that a frame inherits from the frame around it. */
    static final int INHERITED = GENERATOR | ASYNC | FUNCTION;

    static final int BRACE = 0;

    static final int PARENTHESIS = 1;
    static final int BRACKET = 2;
    static final int NONE = 3;

    private Frame() {}

    static int bracket(byte kind) {
      if (kind <= JSX_EXPRESSION) {
        return BRACE;
      }
      if (kind <= PARAMETERS) {
        return PARENTHESIS;
      }
      return kind <= KEY ? BRACKET : NONE;
    }

    static boolean holdsStatements(byte kind) {
      return kind <= BODY;
    }
  }
}
