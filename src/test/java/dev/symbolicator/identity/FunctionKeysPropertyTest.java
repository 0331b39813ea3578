package dev.symbolicator.identity;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FunctionKeysPropertyTest {
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
    "\uFEFF"
  };

  /** Whole constructs, of which most sequences are understood. */
  private static final String[] CONSTRUCTS = {
    "()=>{}",
    "a=>1",
    "function(){}",
    "function f(a=b=>1){}",
    "class{}",
    "class A{m(){}a=1}",
    "x=",
    "a.b=",
    "var c=",
    ";",
    "\n",
    "f(",
    "f('s',",
    ")",
    "(",
    "{a:",
    "}",
    "[",
    "]",
    ",",
    "new A(",
    "return ",
    "export default ",
    "<A b={",
    "}/>",
    "<A>{",
    "}</A>",
    "f`${",
    "}`",
    "?.(",
    ".call()",
    "namespace N{",
    "()=>{",
    "@d ",
    "async ",
    "static{",
    "?",
    ":",
    "await ",
    "...",
    "||",
    "()"
  };

  @Property(tries = 3_000)
  void anyTextThatIsUnderstoodHasKeys(@ForAll("texts") String text, @ForAll Dialect dialect) {
    KeysOfText.check(text, dialect);
  }

  @Property(tries = 3_000)
  void anySequenceOfConstructsHasKeys(@ForAll("constructs") String text, @ForAll Dialect dialect) {
    KeysOfText.check(text, dialect);
  }

  @Property(tries = 10_000)
  void commentsAndBlankLinesBeforeTheTextChangeNoKey(
      @ForAll("constructs") String text, @ForAll Dialect dialect) {
    String moved = "/* function f() {} */\n// a\n\n" + text;
    if (Outline.of(text, dialect, plenty()).doubts() == 0) {
      assertEquals(KeysOfText.find(text, dialect), KeysOfText.find(moved, dialect));
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return joined(PIECES, 60);
  }

  @Provide
  Arbitrary<String> constructs() {
    return joined(CONSTRUCTS, 30);
  }

  private static Arbitrary<String> joined(String[] pieces, int most) {
    return Arbitraries.of(pieces).list().ofMaxSize(most).map(list -> String.join("", list));
  }
}
