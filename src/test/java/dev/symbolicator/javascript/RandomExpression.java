package dev.symbolicator.javascript;

import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.ProgramText.Given;

/** Writes random expressions for an assignment, an argument or an element. */
final class RandomExpression {
  private final ProgramText text;
  private final RandomProgram program;

  RandomExpression(ProgramText text, RandomProgram program) {
    this.text = text;
    this.program = program;
  }

  /**
   * Writes an expression.
   *
   * @param name the name that a function gets if it has none of its own
   */
  void write(Given name, int depth) {
    switch (depth <= 0 ? 20 : text.below(16)) {
      case 0, 1 -> function(FunctionKind.EXPRESSION, text.pick("", "async "), "", name, depth - 1);
      case 2 -> function(FunctionKind.EXPRESSION, "", program.fresh(), name, depth - 1);
      case 3, 4, 5, 6 -> arrow(name, depth - 1);
      case 7 -> classOf("", name, depth - 1);
      case 8, 9 -> object(name, depth - 1);
      case 10 -> {
        text.put("(").line();
        write(name, depth - 1);
        text.line().put(")");
      }
      case 11 -> {
        text.put("x").line().put("?").line();
        write(through(name), depth - 1);
        text.line().put(":").line();
        write(through(name), depth - 1);
      }
      case 12 -> {
        text.put("x").line().put(text.pick("||", "&&", "??")).line().put("(");
        write(through(name), depth - 1);
        text.put(")");
      }
      case 13 -> {
        text.put("(");
        write(Given.NOTHING, depth - 1);
        text.put(",").line();
        write(through(name), depth - 1);
        text.put(")");
      }
      case 14 -> {
        text.put("g(").line();
        write(Given.NOTHING, depth - 1);
        text.put(",").line();
        write(Given.NOTHING, depth - 1);
        text.put(")");
      }
      case 15 -> {
        text.put("`a${").line();
        write(Given.NOTHING, depth - 1);
        text.line().put("}{`");
      }
      default ->
          text.put(text.pick("1", "x.y", "/[/(]+/g", "'=> {'", "[x, y]", "`${x}(`", ".5", "!x"));
    }
  }

  private static Given through(Given name) {
    return new Given("", name.qualified());
  }

  /** Writes a declaration or expression with the word {@code function}. */
  void function(FunctionKind kind, String async, String own, Given name, int depth) {
    Given given = own.isEmpty() ? name : Given.word(own);
    int function = text.open(kind, text.offset(), given);
    text.put(async).put("function").put(text.pick(" ", " /*(*/ ")).put(own).line();
    text.start(function);
    parameters(depth);
    block(function, depth);
  }

  private void arrow(Given name, int depth) {
    int function = text.open(FunctionKind.ARROW, text.offset(), name);
    text.start(function);
    text.put(text.pick("", "", "async "));
    if (text.chance(2)) {
      text.put("q");
    } else {
      parameters(depth);
    }
    text.gap().put("=>").line();
    if (text.chance(2)) {
      block(function, depth);
    } else {
      text.body(function);
      if (text.chance(4)) {
        text.put("(");
        object(Given.NOTHING, depth);
        text.put(")");
      } else {
        text.put("p.x(");
        write(Given.NOTHING, depth - 1);
        text.put(")");
      }
      text.end(function);
    }
  }

  private void parameters(int depth) {
    text.put("(");
    if (text.chance(2)) {
      text.put(text.pick("a1", "{ a1 }", "[a1, b1]", "{ a1: { b1 } }, ...c1"));
    } else if (text.chance(3)) {
      String word = program.fresh();
      text.put(word).gap().put("=").line();
      write(Given.word(word), Math.min(1, depth));
    }
    text.put(")");
  }

  private void block(int function, int depth) {
    text.gap().put("{");
    text.body(function);
    program.statements(text.below(3), depth);
    text.put("}");
    text.end(function);
  }

  private void object(Given name, int depth) {
    text.put("{").line();
    for (int i = text.below(4); i > 0; i--) {
      member(name, depth);
      text.line().put(",").line();
    }
    text.put("...x }");
  }

  private void member(Given owner, int depth) {
    Key key = key();
    if (text.chance(2)) {
      method(owner, key, text.offset(), depth);
    } else {
      text.put(key.text()).gap().put(":").line();
      write(key.of(owner, ""), depth - 1);
    }
  }

  private void method(Given owner, Key key, int header, int depth) {
    String accessor = text.pick("", "", "", "get ", "set ");
    String modifier = accessor.isEmpty() ? text.pick("", "", "async ", "*", "async *") : accessor;
    int function = text.open(FunctionKind.METHOD, header, key.of(owner, accessor));
    text.put(modifier).put(key.text()).gap();
    text.start(function);
    text.put(accessor.equals("set ") ? "(v)" : "()");
    block(function, depth - 1);
  }

  /**
   * Writes a class.
   *
   * @param own the class's own name, empty for none
   */
  void classOf(String own, Given given, int depth) {
    Given name = own.isEmpty() ? given : Given.word(own);
    Given constructor =
        new Given(name.v8(), name.qualified().isEmpty() ? "" : "new " + name.qualified());
    int function = text.open(FunctionKind.CLASS, text.offset(), constructor);
    text.put("class ").put(own).line().put("{");
    text.body(function);
    if (text.chance(3)) {
      constructor(constructor, depth);
    }
    Given fields = new Given(own, "");
    for (int i = text.below(5); i > 0; i--) {
      text.line();
      switch (text.below(4)) {
        case 0 -> field(name, fields, depth);
        case 1 -> staticBlock(fields, depth);
        case 2 -> {
          int header = text.offset();
          text.put("static ");
          method(name, key(), header, depth);
        }
        default -> method(name, key(), text.offset(), depth);
      }
    }
    text.line().put("}");
    text.end(function);
  }

  private void constructor(Given name, int depth) {
    int function = text.open(FunctionKind.METHOD, text.offset(), name);
    text.put("constructor").gap();
    text.start(function);
    text.put("(a = x)");
    block(function, depth - 1);
  }

  private void field(Given owner, Given fields, int depth) {
    boolean isStatic = text.chance(2);
    FunctionKind kind = isStatic ? FunctionKind.STATIC_FIELDS : FunctionKind.INSTANCE_FIELDS;
    text.start(text.open(kind, text.offset(), fields));
    Key key = key();
    text.put(isStatic ? "static " : "").put(key.text()).gap().put("=").line();
    write(key.of(owner, ""), depth - 1);
    text.put(";");
  }

  private void staticBlock(Given fields, int depth) {
    text.start(text.open(FunctionKind.STATIC_FIELDS, text.offset(), fields));
    text.put("static").gap().put("{");
    program.statements(1, depth - 1);
    text.put("}");
  }

  private Key key() {
    String word = program.fresh();
    return switch (text.below(6)) {
      case 0 -> new Key("'" + word + "-k'", word + "-k", "[\"" + word + "-k\"]");
      case 1 -> new Key("[k." + word + "]", "", "[k." + word + "]");
      case 2 -> new Key("0x1f", "31", "[0x1f]");
      default -> new Key(word, word, "." + word);
    };
  }

  /**
   * A property's key.
   *
   * @param v8 empty if the key is computed
   * @param qualified with its dot or brackets
   */
  private record Key(String text, String v8, String qualified) {
    Given of(Given owner, String accessor) {
      String first = qualified.startsWith(".") ? qualified.substring(1) : qualified;
      String alone = qualified.startsWith("[\"") ? v8 : first.equals("[0x1f]") ? "0x1f" : first;
      String whole = owner.qualified().isEmpty() ? alone : owner.qualified() + qualified;
      return new Given(v8.isEmpty() ? "" : accessor + v8, accessor + whole);
    }
  }
}
