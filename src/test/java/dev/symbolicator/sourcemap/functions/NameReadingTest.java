package dev.symbolicator.sourcemap.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.sourcemap.functions.OriginalNames.NameReading;
import dev.symbolicator.sourcemap.functions.OriginalNames.OriginalName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameReadingTest {

  @ParameterizedTest
  @CsvSource({
    "f,                      f,                 f",
    "C#method,               method,            C.method",
    "C.method,               method,            C.method",
    "C.prototype.method,     method,            C.method",
    "a.b.c,                  c,                 a.b.c",
    "a.b...y.z,              z,                 a.b.y.z",
    "A#b.c,                  c,                 A.b.c",
    "C#constructor,          C,                 new C",
    "a.C#constructor,        C,                 new a.C",
    "a.constructor,          constructor,       a.constructor",
    "C#get__x,               get x,             get C.x",
    "o.set__x,               set x,             set o.x",
    "get__x,                 get x,             get x",
    "get__,                  get__,             get__",
    "C#@@iterator,           [Symbol.iterator], C[Symbol.iterator]",
    "@@iterator,             [Symbol.iterator], [Symbol.iterator]",
    "View.props.onPress,     onPress,           View.props.onPress",
    "useMemo$argument_0#m,   m,                 m",
    "default,                default,           default",
  })
  void metroNameIsReadInBothStyles(String name, String v8, String qualified) {
    assertEquals(new OriginalName(v8, qualified), NameReading.metro(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<anonymous>", "xs.map$argument_0", "f$argument_12", ""})
  void metroFunctionWithoutOwnNameIsAnonymous(String name) {
    assertEquals(OriginalName.ANONYMOUS, NameReading.metro(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<global>", "constructor"})
  void metroNameThatIsNotTheFunctionsOwnIsIgnored(String name) {
    assertNull(NameReading.metro(name));
  }

  @ParameterizedTest
  @CsvSource({
    "f,                       f,       f",
    "C,                       C,       C",
    "C.prototype.method,      method,  C.method",
    "C.method,                method,  C.method",
    "C.prototype.get x,       get x,   get C.x",
    "C.set x,                 set x,   set C.x",
    "get x,                   get x,   get x",
    "C.prototype.#priv,       #priv,   C.#priv",
    "C.prototype.get #priv,   get #priv, get C.#priv",
    "<Object>.a,              a,       a",
    "o.a.b,                   b,       o.a.b",
    "<anonymous>.prototype.m, m,       m",
    "get__x,                  get__x,  get__x",
  })
  void pastaNameIsReadInBothStyles(String name, String v8, String qualified) {
    assertEquals(new OriginalName(v8, qualified), NameReading.pasta(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<top-level>", "<computed>", "C.prototype.<computed: key>"})
  void pastaNameThatIsNotTheFunctionsOwnIsIgnored(String name) {
    assertNull(NameReading.pasta(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<anonymous>", ""})
  void pastaFunctionWithoutOwnNameIsAnonymous(String name) {
    assertEquals(OriginalName.ANONYMOUS, NameReading.pasta(name));
  }
}
