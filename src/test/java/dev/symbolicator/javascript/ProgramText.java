package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Outline.FunctionKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** The text of a random program while it is written, with its functions. */
final class ProgramText {
  private static final String[] GAPS = {
    "", "", "", " ", " ", "  ", "/* () => { */", " /* class A { */ ", "/**/"
  };
  private static final String[] LINES = {
    "\n", " \n\t", "\r\n", "\u2028", " // function f() {`\n", ""
  };
  private static final String[] WORDS = {
    "a", "b", "$", "_c", "get", "set", "of", "async", "static1", "größe", "𠮷x", "from", "as",
    "classy"
  };

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private final List<Known> functions = new ArrayList<>();

  ProgramText(Random random) {
    this.random = random;
  }

  /**
   * A function in the text.
   *
   * @param end -1 for fields, whose extent is not known
   */
  record Known(FunctionKind kind, int start, int header, int body, int end, Given name) {}

  /** The name of a function in either style. */
  record Given(String v8, String qualified) {
    static final Given NOTHING = new Given("", "");

    static Given word(String word) {
      return new Given(word, word);
    }
  }

  /** Adds text as it is. */
  ProgramText put(String piece) {
    text.append(piece);
    return this;
  }

  /** Adds blanks and comments on the same line, or nothing. */
  ProgramText gap() {
    return put(pick(GAPS));
  }

  /** Adds blanks, comments and line ends, or nothing. */
  ProgramText line() {
    return put(pick(LINES)).gap();
  }

  int offset() {
    return text.length();
  }

  /**
   * Adds a function whose text begins at an offset, and returns the function's index. {@link
   * #start} may move its start.
   */
  int open(FunctionKind kind, int header, Given name) {
    functions.add(new Known(kind, header, header, -1, -1, name));
    return functions.size() - 1;
  }

  /** Sets the start of a function to the current offset. */
  void start(int function) {
    Known known = functions.get(function);
    replace(function, offset(), known.body(), known.end());
  }

  /** Sets the body of a function to the current offset. */
  void body(int function) {
    Known known = functions.get(function);
    replace(function, known.start(), offset(), known.end());
  }

  /** Sets the end of a function to the current offset. */
  void end(int function) {
    Known known = functions.get(function);
    replace(function, known.start(), known.body(), offset());
  }

  private void replace(int function, int start, int body, int end) {
    Known known = functions.get(function);
    functions.set(
        function, new Known(known.kind(), start, known.header(), body, end, known.name()));
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  String word() {
    return pick(WORDS) + random.nextInt(10);
  }

  /** Returns the functions in the order of their starts. */
  List<Known> functions() {
    return functions.stream().sorted(Comparator.comparing(Known::start)).toList();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
