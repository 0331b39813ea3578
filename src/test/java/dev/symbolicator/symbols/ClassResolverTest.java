package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Checks the originals of classes, constructors and field initialisers. */
class ClassResolverTest {

  @Test
  void implicitConstructorIsAtWordClass() {
    String script = "e=class{m(){a()}}";
    String source = "export class Box {\n  open() { a(); }\n}";
    MapOf map = MapOf.of(script, source).map("class", "class Box");
    assertEquals("0:7 Box", placeAt(script, "class", map));
  }

  @Test
  void classWithoutSegmentIsClassOfItsMethods() {
    String script = "e=class{m(){a()}n(){b()}}";
    String source = "class Box {\n  open() { a(); }\n  shut() { b(); }\n}";
    MapOf map = MapOf.of(script, source).map("a()", "a()").map("b()", "b()");
    assertEquals("0:0 Box", placeAt(script, "class", map));
  }

  @Test
  void droppedConstructorIsAnsweredWhereItWasWritten() {
    String script = "class e extends f{}";
    String source = "class Box extends Base {\n  constructor(...all) { super(...all); }\n}";
    MapOf map = MapOf.of(script, source).map("class", "class");
    assertEquals("1:13 Box", placeAt(script, "class", map));
  }

  @Test
  void constructorIsNamedLikeItsClass() {
    String script = "class e{constructor(t){this.x=t}}";
    String source = "class Box {\n  constructor(size) { this.size = size; }\n}";
    MapOf map = MapOf.of(script, source).map("t)", "size").map("this", "this");
    assertEquals("1:13 Box", placeAt(script, "(t)", map));
  }

  @Test
  void firstFieldStandsForAllFields() {
    String script = "class e{i=a();j=b()}";
    String source = "class Box {\n  width = a();\n  height = b();\n}";
    MapOf map = MapOf.of(script, source).map("class", "class").map("b()", "b()");
    assertEquals("1:2 Box", placeAt(script, "i=", map));
  }

  @Test
  void staticFieldsAreAnsweredByStaticFields() {
    String script = "class e{i=a();static j=b()}";
    String source = "class Box {\n  width = a();\n  static count = b();\n}";
    MapOf map = MapOf.of(script, source).map("class", "class");
    assertEquals("2:2 Box", placeAt(script, "static", map));
  }

  @Test
  void functionMadeOfCodeOfAClassIsItsConstructor() {
    String script = "e=function(){function f(){this.x=a()}return f}()";
    String source = "class Box {\n  constructor() {}\n  x = a();\n}";
    MapOf map = MapOf.of(script, source).map("this", "x = a()").map("a()", "a()");
    assertEquals("1:13 Box", placeAt(script, "(){this", map));
  }
}
