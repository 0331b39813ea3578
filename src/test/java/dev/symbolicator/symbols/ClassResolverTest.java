package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the originals of classes, constructors and field initialisers. */
class ClassResolverTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          implicitConstructorIsAtWordClass ¦ e=class{m(){a()}} ¦ export class Box {⏎  open() { a(); }⏎} ¦ class → class Box ¦ class ¦ 0:7 Box
          classWithoutSegmentIsClassOfItsMethods ¦ e=class{m(){a()}n(){b()}} ¦ class Box {⏎  open() { a(); }⏎  shut() { b(); }⏎} ¦ a() → a() & b() → b() ¦ class ¦ 0:0 Box
          droppedConstructorIsAnsweredWhereItWasWritten ¦ class e extends f{} ¦ class Box extends Base {⏎  constructor(...all) { super(...all); }⏎} ¦ class → class ¦ class ¦ 1:13 Box
          constructorIsNamedLikeItsClass ¦ class e{constructor(t){this.x=t}} ¦ class Box {⏎  constructor(size) { this.size = size; }⏎} ¦ t) → size & this → this ¦ (t) ¦ 1:13 Box
          firstFieldStandsForAllFields ¦ class e{i=a();j=b()} ¦ class Box {⏎  width = a();⏎  height = b();⏎} ¦ class → class & b() → b() ¦ i= ¦ 1:2 Box
          staticFieldsAreAnsweredByStaticFields ¦ class e{i=a();static j=b()} ¦ class Box {⏎  width = a();⏎  static count = b();⏎} ¦ class → class ¦ static ¦ 2:2 Box
          functionMadeOfCodeOfAClassIsItsConstructor ¦ e=function(){function f(){this.x=a()}return f}() ¦ class Box {⏎  constructor() {}⏎  x = a();⏎} ¦ this → x = a() & a() → a() ¦ (){this ¦ 1:13 Box
          """)
  void functionsAreFoundBySegments(
      String rule, String script, String source, String segments, String mark, String place) {
    assertEquals(
        place.replace("∅", ""), placeAt(script, mark, MapOf.written(script, source, segments)));
  }
}
