package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.SourceTokens.SourceToken;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceTokensTest {
  private static SourceTokens tokens(String text) {
    Outline outline = Outline.of(text, Dialect.TSX, plenty());
    assertEquals(0, outline.doubts(), text);
    return outline.tokens(text, plenty());
  }

  private static List<String> written(String text) {
    SourceTokens tokens = tokens(text);
    List<String> written = new ArrayList<>();
    while (tokens.next()) {
      written.add(tokens.written());
    }
    return written;
  }

  /** Checks the tokens of a text, which are written with blanks between them. */
  private static void assertTokens(String text, String expected) {
    assertEquals(List.of(expected.split(" ")), written(text), text);
  }

  /** Returns the reader at a token, by its 0-based number. */
  private static SourceTokens at(String text, int token) {
    SourceTokens tokens = tokens(text);
    for (int i = 0; i <= token; i++) {
      assertTrue(tokens.next(), text);
    }
    return tokens;
  }

  private static SourceToken kind(String text, int token) {
    return at(text, token).kind();
  }

  @Test
  void wordsNumbersAndPunctuatorsAreTokens() {
    assertTokens("function f(a,b){return a?.b}", "function f ( a , b ) { return a ?. b }");
    assertTokens("x=[...a,1.5e+3,0xfn,.5,1_0]", "x = [ ... a , 1.5e+3 , 0xfn , .5 , 1_0 ]");
    assertTokens("class A{static async*m(){}}", "class A { static async * m ( ) { } }");
    assertTokens("a?b:c?.5:d", "a ? b : c ? .5 : d");
    assertTokens("größe\\u{41}+𠮷", "größe\\u{41} + 𠮷");
  }

  @Test
  void anOperatorIsTheLongestThatIsOne() {
    assertTokens("a>>>=b>>=c>>>d>>e>=f>g", "a >>>= b >>= c >>> d >> e >= f > g");
    assertTokens("a<<=b<<c<=d<e", "a <<= b << c <= d < e");
    assertTokens("a===b!==c==d!=e=f", "a === b !== c == d != e = f");
    assertTokens("a**=b**c*=d*e", "a **= b ** c *= d * e");
    assertTokens("a&&=b||=c??=d", "a &&= b ||= c ??= d");
    assertTokens("a&&b||c", "a && b || c");
    assertTokens("a&=b|=c^=d%=e/=f", "a &= b |= c ^= d %= e /= f");
    assertTokens("a+=b-=c", "a += b -= c");
    assertTokens("a++ +b", "a ++ + b");
    assertTokens("a+ ++b", "a + ++ b");
    assertTokens("a- -b", "a - - b");
    assertTokens("!!a", "! ! a");
    assertTokens("~~a", "~ ~ a");
    assertTokens("a=>b", "a => b");
  }

  @Test
  void commentsAreNoTokens() {
    assertTokens("/* a */ b // c\n d /**/", "b d");
    assertTokens("a // b", "a");
    assertTokens("#!/usr/bin/env node\na", "a");
    assertTokens("\uFEFFa", "a");
    assertEquals(List.of(), written("// a"));
    assertEquals(List.of(), written(""));
    assertTokens("let a: /* : */ B // c\n= 1", "let a : B = 1");
  }

  @Test
  void privateNamesAreOneWord() {
    assertTokens("class A{#a=this.#b;#c(){}}", "class A { #a = this . #b ; #c ( ) { } }");
    assertEquals(SourceToken.WORD, kind("class A{#a}", 3));
    assertEquals("#a", at("class A{#\\u0061}", 3).word());
  }

  @Test
  void stringsAreOneToken() {
    assertEquals(List.of("f", "(", "'a \"b'", ",", "\"c'\"", ")"), written("f('a \"b',\"c'\")"));
    assertEquals(SourceToken.STRING, kind("'a'", 0));
    assertEquals("a\nA\u0000", at("'a\\nA\\0'", 0).value());
    assertEquals("ab", at("'a\\\r\nb'", 0).value());
    assertEquals("u{110000}", at("'\\u{110000}'", 0).value());
    assertEquals("A", at("'\\u{0000041}'", 0).value());
    assertEquals("u{41", at("'\\u{41'", 0).value());
    assertEquals("u{}", at("'\\u{}'", 0).value());
    assertEquals("u{4 1}", at("'\\u{4 1}'", 0).value());
    assertEquals("\ud800", at("'\\ud800'", 0).value());
    assertEquals("", at("''", 0).value());
  }

  @Test
  void piecesOfTemplatesHaveTheirDelimiters() {
    assertEquals(
        List.of("`a ${", "b", "} c ${", "{", "d", ":", "`e`", "}", ".", "d", "}`"),
        written("`a ${b} c ${{d:`e`}.d}`"));
    assertEquals(List.of("f", "`a\nb`"), written("f`a\nb`"));
    assertEquals(SourceToken.SPACED, kind("`a`", 0));
    assertEquals(SourceToken.SPACED, kind("`a${b}`", 2));
  }

  @Test
  void regularExpressionsAreOneToken() {
    assertTokens("a=/[/\"]\\/`/gi.test(b)/c", "a = /[/\"]\\/`/gi . test ( b ) / c");
    assertEquals(SourceToken.SPACED, kind("/a b/", 0));
  }

  @Test
  void typesAreTokens() {
    assertTokens(
        "let a:{b?:string,[c:number]:A<B<C>>}=d",
        "let a : { b ? : string , [ c : number ] : A < B < C > > } = d");
    assertTokens("type A=(a:B)=>C|D[]&'e'", "type A = ( a : B ) => C | D [ ] & 'e'");
    assertTokens("type A=B extends infer C?1:-2n", "type A = B extends infer C ? 1 : - 2n");
    assertTokens(
        "function f<T,>(this:A,...b:B[]):asserts a is T{}",
        "function f < T , > ( this : A , ... b : B [ ] ) : asserts a is T { }");
    assertTokens("interface A<T>extends B{c():d}", "interface A < T > extends B { c ( ) : d }");
    assertTokens("f<A>(a!,b as C,d satisfies E)", "f < A > ( a ! , b as C , d satisfies E )");
    assertTokens("enum A{B='c',D=1}", "enum A { B = 'c' , D = 1 }");
    assertTokens("declare function f(a:B):c;d", "declare function f ( a : B ) : c ; d");
    assertTokens("abstract class A{abstract m():b}", "abstract class A { abstract m ( ) : b }");
    assertTokens("import type{A}from'b'", "import type { A } from 'b'");
    assertEquals(SourceToken.STRING, kind("type A='b'", 3));
    assertEquals(SourceToken.WORD, kind("type A=B", 3));
  }

  @Test
  void piecesOfTemplateTypesAreTokensOfTheirOwn() {
    assertTokens("type A=`a${B}c${D<`e`>}`|F", "type A = `a${ B }c${ D < `e` > }` | F");
    assertTokens("type A=`${{b:C}['b']}`", "type A = `${ { b : C } [ 'b' ] }`");
  }

  @Test
  void tagsAreTokensAndTextsBetweenThemAreOneEach() {
    assertEquals(
        List.of(
            "<", "a", ".", "b", "c-d", "=", "'e\\'", "f", "=", "{", "g", "}", ">", " h 'i ", "{",
            "j", "}", "<", "k", "/", ">", "l", "<", "/", "a", ".", "b", ">"),
        written("<a.b c-d='e\\' f={g}> h 'i {j}<k/>l</a.b>"));
    assertTokens("<>a</>", "< > a < / >");
    assertTokens("<a {...b}/>", "< a { ... b } / >");
    assertTokens("<a:b c={<d>e</d>}/>", "< a : b c = { < d > e < / d > } / >");
    assertTokens("<A<B> c=<d/>/>", "< A < B > c = < d / > / >");
    assertTokens("<a>{b=>{c}}d</a>+e", "< a > { b => { c } } d < / a > + e");
    assertTokens("<a>{/* b */}</a>", "< a > { } < / a >");
    assertEquals(SourceToken.ATTRIBUTE, kind("<a b='c\\n'/>", 4));
    assertEquals("c\\n", at("<a b='c\\n'/>", 4).value());
    assertEquals(SourceToken.SPACED, kind("<a>b c</a>", 3));
  }

  @Test
  void tokensAreFoundByTheirOffsets() {
    SourceTokens tokens = tokens("ab + c");
    for (int offset : new int[] {2, 3}) {
      tokens.moveTo(offset);
      assertTrue(tokens.next());
      assertTrue(tokens.is("+"));
    }
    tokens.moveTo(0);
    tokens.skipTo(4);
    assertTrue(tokens.next());
    assertEquals("c", tokens.word());
    assertFalse(tokens.next());
  }
}
