package dev.symbolicator.javascript;

import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The stack of all that is open at a place of the text, in flat arrays. Fields without an index
 * speak of the innermost frame.
 */
final class Frames {
  /** What a frame takes. */
  private static final int BYTES = 1 + Short.BYTES + 8 * Integer.BYTES;

  private static final int FIRST = 64;
  private static final int[] NONE = {};

  private final Allowance allowance;
  private final int[] open = new int[4];

  private byte[] kinds = new byte[FIRST];
  private short[] flags = new short[FIRST];
  private int[] openers = new int[FIRST];
  private int[] separators = new int[FIRST];
  private int[] logicals = new int[FIRST];
  private int[] conditionals = new int[FIRST];
  private int[] rows = new int[FIRST];
  private int[] members = new int[FIRST];
  private int[] fields = new int[FIRST];
  private int[] classes = new int[FIRST];
  private int top = -1;

  /** The tokens of the {@code ?} that wait for their colon, those of all frames. */
  private int[] questions = new int[FIRST];

  private int questionCount;

  Frames(Allowance allowance) {
    this.allowance = allowance;
  }

  void push(byte kind, int opener) {
    int inherited = top < 0 ? 0 : flags[top] & Frame.INHERITED;
    top++;
    if (top == kinds.length) {
      grow();
    }
    kinds[top] = kind;
    flags[top] = (short) inherited;
    openers[top] = opener;
    separators[top] = opener;
    logicals[top] = -1;
    conditionals[top] = questionCount;
    rows[top] = -1;
    members[top] = -1;
    fields[top] = -1;
    classes[top] = -1;
    open[Frame.bracket(kind)]++;
  }

  private void grow() {
    int capacity = top + (top >> 1);
    allowance.take((long) BYTES * capacity);
    kinds = Arrays.copyOf(kinds, capacity);
    flags = Arrays.copyOf(flags, capacity);
    openers = Arrays.copyOf(openers, capacity);
    separators = Arrays.copyOf(separators, capacity);
    logicals = Arrays.copyOf(logicals, capacity);
    conditionals = Arrays.copyOf(conditionals, capacity);
    rows = Arrays.copyOf(rows, capacity);
    members = Arrays.copyOf(members, capacity);
    fields = Arrays.copyOf(fields, capacity);
    classes = Arrays.copyOf(classes, capacity);
    allowance.giveBack((long) BYTES * top);
  }

  /**
   * Lets everything go once the text is read, since the rest of the outline takes memory too.
   * Nothing may be pushed any more.
   */
  void close() {
    allowance.giveBack((long) BYTES * (kinds.length - FIRST));
    allowance.giveBack((long) Integer.BYTES * (questions.length - FIRST));
    kinds = new byte[0];
    flags = new short[0];
    openers = NONE;
    separators = NONE;
    logicals = NONE;
    conditionals = NONE;
    rows = NONE;
    members = NONE;
    fields = NONE;
    classes = NONE;
    questions = NONE;
  }

  void pop() {
    open[Frame.bracket(kinds[top])]--;
    questionCount = conditionals[top];
    top--;
  }

  /** How many frames lie around the innermost one. */
  int depth() {
    return top;
  }

  /** How many frames a closing bracket could end; the text itself is one of those for braces. */
  int open(int bracket) {
    return open[bracket];
  }

  byte kind() {
    return kinds[top];
  }

  /** Turns the innermost frame, an arrow's, into one with braces. */
  void becomeBody(int opener) {
    open[Frame.bracket(kinds[top])]--;
    open[Frame.BRACE]++;
    kinds[top] = Frame.BODY;
    openers[top] = opener;
    separators[top] = opener;
  }

  boolean has(int flag) {
    return (flags[top] & flag) != 0;
  }

  void set(int flag) {
    flags[top] |= (short) flag;
  }

  void clear(int flag) {
    flags[top] &= (short) ~flag;
  }

  /** Forgets the function around it and sets the flags of this one. */
  void setFunction(int functionFlags) {
    flags[top] = (short) ((flags[top] & ~Frame.INHERITED) | Frame.FUNCTION | functionFlags);
  }

  boolean isAtKey(byte kind) {
    return kinds[top] == kind && (flags[top] & Frame.AT_KEY) != 0;
  }

  int opener() {
    return openers[top];
  }

  /** The token before the assignment expression at hand. */
  int separator() {
    return separators[top];
  }

  void separator(int token) {
    separators[top] = token;
  }

  /** The first logical operator of the assignment expression at hand, -1 for none. */
  int logical() {
    return logicals[top] > separators[top] ? logicals[top] : -1;
  }

  void logical(int token) {
    logicals[top] = token;
  }

  /** The function or class it is the parameters or the body of, -1 for none. */
  int row() {
    return rows[top];
  }

  void row(int row) {
    rows[top] = row;
  }

  /**
   * In an object or class the first token of the member at hand, -1 for none; in a group its last
   * comma.
   */
  int member() {
    return members[top];
  }

  void member(int token) {
    members[top] = token;
  }

  /** In a class the row of the field whose initialiser is at hand, -1 for none. */
  int field() {
    return fields[top];
  }

  void field(int row) {
    fields[top] = row;
  }

  /** The last word {@code class} that still waits for its brace, -1 for none. */
  int pendingClass() {
    return classes[top];
  }

  void pendingClass(int token) {
    classes[top] = token;
  }

  void pushQuestion(int token) {
    if (questionCount == questions.length) {
      allowance.take((long) Integer.BYTES * 2 * questionCount);
      questions = Arrays.copyOf(questions, 2 * questionCount);
      allowance.giveBack((long) Integer.BYTES * questionCount);
    }
    questions[questionCount++] = token;
  }

  /** Whether a {@code ?} waits for its colon, in the innermost frame but for arrows. */
  boolean awaitsColon() {
    return questionCount > (kinds[top] == Frame.ARROW ? members[top] : conditionals[top]);
  }

  /** Whether a {@code ?} waits for its colon in the innermost frame itself. */
  boolean awaitsOwnColon() {
    return questionCount > conditionals[top];
  }

  int popQuestion() {
    return questions[--questionCount];
  }

  /** Forgets every {@code ?} of the innermost frame. */
  void dropQuestions() {
    questionCount = conditionals[top];
  }

  /** Pushes the body of an arrow function; a colon may belong to what lies around it. */
  void pushArrow(int opener, int row, int functionFlags) {
    int around = kinds[top] == Frame.ARROW ? members[top] : conditionals[top];
    push(Frame.ARROW, opener);
    members[top] = around;
    rows[top] = row;
    setFunction(functionFlags);
  }
}
