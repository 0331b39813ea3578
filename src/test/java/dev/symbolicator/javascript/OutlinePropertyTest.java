package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.javascript.ProgramText.Known;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class OutlinePropertyTest {
  private static final String[] PIECES = {
    "`",
    "${",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "/",
    "\"",
    "'",
    "\\",
    "=>",
    "class ",
    "static ",
    "function",
    "<",
    "</",
    ">",
    "/>",
    "/*",
    "*/",
    "//",
    "\0",
    "\ud800",
    "?",
    "?.",
    ":",
    "#",
    "@",
    "=",
    "async ",
    "get ",
    "set ",
    "0",
    "..",
    "\n",
    "\r",
    "\u2028",
    ";",
    ",",
    "a",
    "b.c",
    " ",
    "*",
    "++",
    "!",
    "||",
    "extends ",
    "interface ",
    "enum ",
    "type ",
    "as ",
    "abstract ",
    "declare ",
    "new ",
    "return ",
    "if (",
    "import ",
    "export default ",
    "\\u{61}",
    "<!--",
    "-->",
    "\uFEFF"
  };

  @Property(tries = 500)
  void outlineHasTheFunctionsThatWereWritten(@ForAll long seed) {
    ProgramText program = RandomProgram.write(new Random(seed));
    String text = program.toString();
    Outline outline = Outline.of(text, Dialect.JAVASCRIPT, plenty());
    List<Known> known = program.functions();
    assertEquals(describe(known), describe(outline), text);
    assertEquals(0, outline.doubts(), text);
  }

  @Property(tries = 200)
  void javaScriptHasTheSameFunctionsInEveryDialect(@ForAll long seed, @ForAll Dialect dialect) {
    ProgramText program = RandomProgram.write(new Random(seed));
    String text = program.toString();
    assertEquals(
        describe(program.functions()), describe(Outline.of(text, dialect, plenty())), text);
  }

  @Property(tries = 300)
  void lookUpsAgreeWithANaiveSearch(@ForAll long seed) {
    NaiveOutline.checkProgram(RandomProgram.write(new Random(seed)).toString(), Dialect.JAVASCRIPT);
  }

  @Property(tries = 500)
  void damagedProgramsHaveAnOutline(@ForAll long seed, @ForAll Dialect dialect) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(RandomProgram.write(random).toString());
    for (int i = random.nextInt(12); i > 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 1 -> text.deleteCharAt(at);
        case 2 -> text.setCharAt(at, (char) random.nextInt(300));
        default -> text.setLength(Math.max(at, text.length() - 20));
      }
    }
    NaiveOutline.checkAnyText(text.toString(), dialect);
  }

  @Property(tries = 1_000)
  void anyTextHasAnOutline(@ForAll("texts") String text, @ForAll Dialect dialect) {
    NaiveOutline.checkAnyText(text, dialect);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(PIECES).list().ofMaxSize(60).map(pieces -> String.join("", pieces));
  }

  /** Describes functions; of fields, only the kind and start. */
  private static List<String> describe(List<Known> functions) {
    return functions.stream()
        .map(
            known ->
                known.end() < 0
                    ? "%s %d".formatted(known.kind(), known.start())
                    : "%s %d %s"
                        .formatted(
                            known.kind(),
                            known.start(),
                            Arrays.asList(
                                known.header(),
                                known.body(),
                                known.end(),
                                known.name().v8(),
                                known.name().qualified())))
        .toList();
  }

  private static List<String> describe(Outline outline) {
    return IntStream.range(0, outline.size()).mapToObj(i -> describe(outline, i)).toList();
  }

  private static String describe(Outline outline, int row) {
    FunctionKind kind = outline.kind(row);
    if (kind == FunctionKind.INSTANCE_FIELDS || kind == FunctionKind.STATIC_FIELDS) {
      return "%s %d".formatted(kind, outline.start(row));
    }
    return "%s %d %s"
        .formatted(
            kind,
            outline.start(row),
            Arrays.asList(
                outline.header(row),
                outline.body(row),
                outline.end(row),
                outline.name(row, NameStyle.V8).text(),
                outline.name(row, NameStyle.QUALIFIED).text()));
  }
}
