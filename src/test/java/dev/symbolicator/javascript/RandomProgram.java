package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.ProgramText.Given;
import java.util.Random;

/** Writes random programs whose functions are known. Every program is valid JavaScript. */
final class RandomProgram {
  private static final int DEPTH = 4;

  private final ProgramText text;
  private final RandomExpression expressions;
  private int names;

  private RandomProgram(ProgramText text) {
    this.text = text;
    this.expressions = new RandomExpression(text, this);
  }

  static ProgramText write(Random random) {
    ProgramText text = new ProgramText(random);
    RandomProgram program = new RandomProgram(text);
    text.put(";");
    program.statements(1 + random.nextInt(12), DEPTH);
    return text;
  }

  /** Returns a word that nothing else in the program declares. */
  String fresh() {
    return text.word() + "_" + names++;
  }

  void statements(int count, int depth) {
    for (int i = 0; i < count; i++) {
      text.line();
      statement(depth);
    }
    text.line();
  }

  private void statement(int depth) {
    switch (depth == 0 ? 10 : text.below(16)) {
      case 0, 1 -> declaration(depth);
      case 2, 3, 4 -> variable(depth);
      case 5 -> expressions.classOf(fresh(), Given.NOTHING, depth);
      case 6 -> member(depth);
      case 7 -> {
        text.put("if (x)").line().put("{");
        statements(2, depth - 1);
        text.put("} else").line().put("{");
        statements(1, depth - 1);
        text.put("}");
      }
      case 8 -> {
        text.put("for (let " + fresh() + " of").put(" ").put("[");
        expressions.write(Given.NOTHING, depth - 1);
        text.put("]) {");
        statements(1, depth - 1);
        text.put("}");
      }
      case 9 -> {
        text.put("switch (x) { case ");
        expressions.write(Given.NOTHING, 0);
        text.put(":");
        statements(1, depth - 1);
        text.put("default: {");
        statements(1, depth - 1);
        text.put("} }");
      }
      case 11 -> {
        text.put("try {");
        statements(1, depth - 1);
        text.put("} catch").gap().put("{");
        statements(1, depth - 1);
        text.put("}");
      }
      case 12 -> {
        text.put("l" + names++).put(":").line().put("while (/[/}]{2}/.test(x)) {");
        statements(1, depth - 1);
        text.put("}");
      }
      case 13 -> {
        text.put("do {");
        statements(1, depth - 1);
        text.put("} while (x / 2 / y)").gap().put(";");
      }
      case 14 -> {
        text.put("f").gap().put("(");
        expressions.write(Given.NOTHING, depth - 1);
        text.put(");");
      }
      default -> text.put("x = y / 2 / z, t = `{${ { a: `}` }.a }`;");
    }
  }

  private void declaration(int depth) {
    expressions.function(
        FunctionKind.DECLARATION, text.pick("", "async "), fresh(), Given.NOTHING, depth - 1);
  }

  private void variable(int depth) {
    String word = fresh();
    text.put(text.pick("var ", "let ", "const ")).put(word).line().put("=").line();
    expressions.write(Given.word(word), depth - 1);
    text.put(";");
  }

  private void member(int depth) {
    String word = text.word();
    text.put("o.prototype.").put(word).gap().put("=").line();
    expressions.write(new Given("", "o." + word), depth - 1);
    text.put(";");
  }
}
