package dev.symbolicator.identity;

import static dev.symbolicator.testing.Allowances.plenty;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.identity.FunctionKeys.Stability;
import dev.symbolicator.identity.NormalPath.MapContext;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FunctionKeysTest {
  private static final String SOURCE = "src/a.tsx";

  /** The keys of a text with the rows of its functions, in the order of their starts. */
  private record Found(FunctionKeys keys, Outline outline, List<Integer> rows) {
    String id(int function) {
      return hex(keys.id(rows.get(function)));
    }

    String body(int function) {
      return hex(keys.bodyHash(rows.get(function)));
    }

    String role(int function) {
      return keys.role(rows.get(function));
    }

    int size() {
      return rows.size();
    }
  }

  private static Found find(String source, String namespace, String text) {
    NormalPath path = NormalPath.of(source, new MapContext("", "", List.of()));
    Outline outline = Outline.of(text, Dialect.TSX, plenty());
    assertEquals(0, outline.doubts(), text);
    FunctionKeys keys = FunctionKeys.of(path, namespace, text, text, outline, plenty());
    return new Found(
        keys, outline, IntStream.range(0, outline.size()).filter(keys::has).boxed().toList());
  }

  private static Found find(String text) {
    return find(SOURCE, "", text);
  }

  private static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  /** The hash of the definition, made apart from the code under test. */
  private static String hash(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String id(String key) {
    return hash("f1\0\0\0src/a.tsx\0\0" + key);
  }

  private static String under(String parentKey, String base) {
    return hash(parentKey) + "\u0001" + base;
  }

  /** Checks the ids of all functions of a text by their keys. */
  private static void assertKeys(String text, String... keys) {
    Found found = find(text);
    assertEquals(
        List.of(keys).stream().map(FunctionKeysTest::id).toList(),
        IntStream.range(0, found.size()).mapToObj(found::id).toList(),
        text);
  }

  private static void assertSameBody(String one, String other) {
    assertEquals(find(one).body(0), find(other).body(0), other);
  }

  private static void assertOtherBody(String one, String other) {
    assertNotEquals(find(one).body(0), find(other).body(0), other);
  }

  @Test
  void idsAreThoseOfTheDefinition() {
    Found found =
        find(
            "webpack://shop/./src/Cart.tsx",
            "",
            "function Cart(){ useEffect(() => { load(); }); useEffect(() => { save(); }) }");
    assertEquals(
        List.of("bb6e618c300ecea9", "4b5a4cb3498628c6", "829538f827387024"),
        IntStream.range(0, 3).mapToObj(found::id).toList());
    assertEquals(Stability.NAME, found.keys().stability());
    assertEquals("useEffect[0] in Cart", found.role(1));
  }

  @Test
  void keyHasTheNamesAndThenTheRole() {
    assertKeys("a = {b: f(() => 1)}", "f:a\u0002b\u0003f[0]");
    assertKeys("f('x', () => 1)", "f:\u0003f[1]\"x\"");
    assertKeys("() => 1", "f:\u0003~");
  }

  @Test
  void topLevelHasAnId() {
    assertEquals(id("m:"), hex(find("1").keys().topLevel()));
  }

  @Test
  void namesAreCutTo256Units() {
    String longest = "a".repeat(Segment.LONGEST);
    assertKeys("function " + longest + "() {}", "f:" + longest);
    assertKeys("function " + longest + "a() {}", "f:" + longest);
  }

  @Test
  void rolesAreCutTo256Units() {
    String name = "a".repeat(Segment.LONGEST - 3);
    assertKeys(name + "(() => 1)", "f:\u0003" + name + "[0]");
    assertKeys(name + "bc(() => 1)", "f:\u0003" + name + "bc[");
    assertKeys(name + "bcdefg(() => 1)", "f:\u0003" + name + "bcd");
  }

  @Test
  void stringsOfRolesAreCutTo60Units() {
    String longest = "a".repeat(Segment.LONGEST_LITERAL);
    assertKeys("f('" + longest + "', () => 1)", "f:\u0003f[1]\"" + longest + "\"");
    assertKeys("f('" + longest + "b', () => 1)", "f:\u0003f[1]\"" + longest + "\"");
    assertKeys("f('\"\\n', () => 1)", "f:\u0003f[1]\"\\\"\\n\"");
  }

  @Test
  void stringThatIsCutWithinAPairIsWrittenWithAnEscape() {
    String text = "a".repeat(Segment.LONGEST_LITERAL - 1);
    assertKeys("f('" + text + "😀', () => 1)", "f:\u0003f[1]\"" + text + "\\ud83d\"");
  }

  @Test
  void nameThatIsCutWithinAPairIsHashedWithAReplacement() {
    String text = "a".repeat(Segment.LONGEST - 1);
    assertKeys("x = {'" + text + "😀'() {}}", "f:x\u0002" + text + "\ufffd");
  }

  @Test
  void loneSurrogateIsHashedAsAReplacement() {
    assertKeys("x = {'\ud800'() {}}", "f:x\u0002\ufffd");
    assertKeys("x = {'\\udc00a'() {}}", "f:x\u0002\ufffda");
    assertKeys("x = {'\\ud83d\\ude00'() {}}", "f:x\u0002😀");
  }

  @Test
  void middleNamesAreLeftOutOfMoreThanSixteen() {
    String names =
        IntStream.range(5, 20).mapToObj(i -> "\u0002a" + i).collect(Collectors.joining());
    String text =
        IntStream.range(0, 20).mapToObj(i -> "{a" + i + ": ").collect(Collectors.joining());
    assertKeys("x = " + text + "() => 1" + "}".repeat(20), "f:x" + names);
  }

  @Test
  void functionsUnderNamesAreHashedBelowThem() {
    String outer = "f:f";
    assertKeys("function f() { function g() {} }", outer, under(outer, "f:g"));
    String inner = under(outer, "f:g");
    assertKeys(
        "function f() { function g() { function h() {} } }", outer, inner, under(inner, "f:h"));
  }

  @Test
  void functionsWithoutANameAreLeftOutOfTheChain() {
    assertKeys("(() => { function g() {} })()", "f:\u0003iife", "f:g");
    assertKeys("f(() => { g(() => 1) })", "f:\u0003f[0]", "f:\u0003g[0]");
  }

  @Test
  void equalFunctionsAreToldApartByTheFirstNameTheyCall() {
    assertKeys("f(() => { a() }); f(() => { b() })", "f:\u0003f[0]\u0004a", "f:\u0003f[0]\u0004b");
    assertKeys(
        "f(() => { a?.() }); f(() => { x.b() })", "f:\u0003f[0]\u0004a", "f:\u0003f[0]\u0004b");
    assertKeys("f((x = a()) => 1); f(() => 1)", "f:\u0003f[0]\u0004a", "f:\u0003f[0]");
  }

  @Test
  void keywordsBeforeAParenthesisAreNoCalls() {
    assertKeys(
        "f(() => { if (x) a() }); f(() => { for (;;) { typeof (b()) } })",
        "f:\u0003f[0]\u0004a",
        "f:\u0003f[0]\u0004b");
    assertKeys(
        "f(() => { super(); a() }); f(() => { return (1) })",
        "f:\u0003f[0]\u0004a",
        "f:\u0003f[0]");
  }

  @Test
  void equalFunctionsWithoutCallsAreToldApartByTheirFirstString() {
    assertKeys("f(() => 'a'); f(() => \"b\")", "f:\u0003f[0]\u0004\"a", "f:\u0003f[0]\u0004\"b");
    assertKeys("f(() => `a`); f(() => <b c='d'/>)", "f:\u0003f[0]", "f:\u0003f[0]\u0004\"d");
    String longest = "s".repeat(40);
    assertKeys(
        "f(() => '" + longest + "t'); f(() => 1)",
        "f:\u0003f[0]\u0004\"" + longest,
        "f:\u0003f[0]");
  }

  @Test
  void whatFunctionsWithinCallDoesNotTellApart() {
    assertKeys(
        "f(() => { (() => { a() })(); b() }); f(() => 1)",
        "f:\u0003f[0]\u0004b",
        "f:\u0003iife",
        "f:\u0003f[0]");
    assertKeys(
        "f(() => class { m() { a() } }); f(() => { b() })",
        "f:\u0003f[0]",
        under("k:\u0003return", "c:constructor"),
        under("k:\u0003return", "f:m"),
        "f:\u0003f[0]\u0004b");
  }

  @Test
  void otherEqualFunctionsAreNumberedInTheOrderOfTheText() {
    assertKeys(
        "f(() => 1); f(() => 2); f(() => { a() }); f(() => { a() })",
        "f:\u0003f[0]",
        "f:\u0003f[0]\u00051",
        "f:\u0003f[0]\u0004a",
        "f:\u0003f[0]\u0004a\u00051");
  }

  @Test
  void equalFunctionsInDifferentCallbacksAreNumberedTogether() {
    assertKeys(
        "f(() => { g(() => 1) }); h(() => { g(() => 2) })",
        "f:\u0003f[0]",
        "f:\u0003g[0]",
        "f:\u0003h[0]",
        "f:\u0003g[0]\u00051");
  }

  @Test
  void functionsUnderEqualOnesAreUnderTheNumberedOne() {
    assertKeys(
        "function a() {} function a() { function b() {} }",
        "f:a",
        "f:a\u00051",
        under("f:a\u00051", "f:b"));
  }

  @Test
  void wrapperThatIsAddedKeepsTheId() {
    assertKeys("const A = memo(() => 1)", "f:A");
    assertKeys("const A = React.forwardRef(() => 1)", "f:A");
    assertKeys("const A = debounce(() => 1, 10)", "f:A");
    assertKeys("const A = useCallback(() => 1, [])", "f:A");
    assertKeys("const A = memo(function () {})", "f:A");
  }

  @Test
  void wrapperIsARoleWithoutANameOrForAnotherArgument() {
    assertKeys("memo(() => 1)", "f:\u0003memo[0]");
    assertKeys("const A = memo(B, () => 1)", "f:A\u0003memo[1]");
    assertKeys("const A = useMemo(() => 1)", "f:A\u0003useMemo[0]");
    assertKeys("const A = new memo(() => 1)", "f:A\u0003new memo[0]");
  }

  @Test
  void implicitConstructorHasTheIdOfTheOneThatIsWrittenOut() {
    assertKeys("class A {}", under("k:A", "c:constructor"));
    assertKeys("class A { constructor() {} }", under("k:A", "c:constructor"));
    assertKeys("class A extends B {}", under("k:A", "c:constructor"));
  }

  @Test
  void methodsHaveTheirKinds() {
    assertKeys(
        "class A { constructor() {} a() {} get a() {} set a(b) {} static a() {} static get a() {}"
            + " static set a(b) {} #a() {} }",
        under("k:A", "c:constructor"),
        under("k:A", "f:a"),
        under("k:A", "g:a"),
        under("k:A", "s:a"),
        under("k:A", "fs:a"),
        under("k:A", "gs:a"),
        under("k:A", "ss:a"),
        under("k:A", "f:#a"));
    assertKeys("x = {get a() {}}", "g:x\u0002a");
  }

  @Test
  void asyncAndGeneratorsAreNotInTheKey() {
    assertKeys("async function a() {}", "f:a");
    assertKeys("function* a() {}", "f:a");
    assertKeys("a = async () => 1", "f:a");
    assertKeys("export const a = async function* () {}", "f:a");
  }

  @Test
  void fieldsAreOneFunctionAndStaticOnesAnother() {
    assertKeys(
        "class A { a = 1; static b = 2; c = () => 1; static { d() } static e = () => 2; f }",
        under("k:A", "c:constructor"),
        under("k:A", "i:<fields>"),
        under("k:A", "t:<static>"),
        under("k:A", "f:c"),
        under("k:A", "f:e"));
  }

  @Test
  void equalClassesAreNumberedWithTheirMembers() {
    assertKeys(
        "f(class { m() {} }); f(class { m() {} })",
        under("k:\u0003f[0]", "c:constructor"),
        under("k:\u0003f[0]", "f:m"),
        under("k:\u0003f[0]\u00051", "c:constructor"),
        under("k:\u0003f[0]\u00051", "f:m"));
  }

  @Test
  void namespacesThatAreReopenedAreOne() {
    assertKeys(
        "namespace N { function a() {} } namespace N { function b() {} function a() {} }",
        under("n:N", "f:a"),
        under("n:N", "f:b"),
        under("n:N", "f:a\u00051"));
    assertKeys("namespace N.M { function a() {} }", under(under("n:N", "n:M"), "f:a"));
  }

  @Test
  void declarationsWithoutABodyAreNoFunctions() {
    assertKeys("function f(a: A): B; function f(a) {}", "f:f");
    assertKeys("declare function f(): void; function g() {}", "f:g");
    assertKeys(
        "abstract class A { constructor(); abstract m(): void; m() {} }",
        under("k:A", "c:constructor"),
        under("k:A", "f:m"));
  }

  @Test
  void roleIsShownInTheNextNamedContainer() {
    assertEquals("f[0] in a", find("function a() { f(() => 1) }").role(1));
    assertRole("on[1]\"click\" in a", "on[1] in a", "function a() { on('click', () => 1) }", 1);
    assertRole("a\"b[1]\"c d\"", "a\"b[1]", "e['a\"b']('c d', () => 1)", 0);
    assertRole("x.a\"b.on[1]\"c\\\"d\"", "x.a\"b.on[1]", "x = {'a\"b': on('c\"d', () => 1)}", 0);
    assertRole("x.a\uFFFDb.f[0]", "x.a\uFFFDb.f[0]", "x = {'a\\0b': f(() => 1)}", 0);
    assertEquals("b.c.f[0] in a", find("function a() { b = {c: f(() => 1)} }").role(1));
    assertEquals("f[0] in a", find("function a() { g(() => { f(() => 1) }) }").role(2));
    assertEquals("<A b> in m", find("class C { m() { return <A b={() => 1}/> } }").role(2));
    assertEquals("f[0]", find("f(() => 1)").role(0));
    assertEquals("", find("function a() {}").role(0));
    assertEquals("f[0] in g[0]", find("g(class { static { f(() => 1) } })").role(2));
  }

  @Test
  void textWithoutAnOriginHasNoIds() {
    Found found = find("data:text/javascript,1", "", "function f() {}");
    assertEquals(Stability.NONE, found.keys().stability());
    assertEquals(0, found.keys().id(found.rows().get(0)));
    assertEquals(0, found.keys().topLevel());
    assertTrue(found.keys().has(found.rows().get(0)));
    assertNotEquals(0, found.keys().bodyHash(found.rows().get(0)));
  }

  @Test
  void runtimeWithoutAPackageHasOneOfItsOwn() {
    Found found = find("webpack://app/webpack/bootstrap", "", "function f() {}");
    assertEquals(hash("f1\0\0#runtime\0webpack/bootstrap\0\0f:f"), found.id(0));
    Found inShop = find("webpack://app/webpack/bootstrap", "shop", "function f() {}");
    assertEquals(hash("f1\0shop\0#runtime\0webpack/bootstrap\0\0f:f"), inShop.id(0));
  }

  @Test
  void namespaceCountsOnlyWithoutAPackage() {
    assertEquals(
        hash("f1\0shop\0\0src/a.tsx\0\0f:f"), find(SOURCE, "shop", "function f() {}").id(0));
    String library = "node_modules/lib/index.js";
    assertEquals(
        hash("f1\0\0lib\0index.js\0\0f:f"), find(library, "shop", "function f() {}").id(0));
  }

  private static final String BEGIN = "function f() {} //";

  private static String lines(int units, int lines) {
    int rest = units - BEGIN.length() - (lines - 1);
    return BEGIN + "x".repeat(rest) + "\n".repeat(lines - 1);
  }

  @Test
  void textOfLongLinesIsMinified() {
    assertEquals(Stability.TEXT, find(lines(500, 1)).keys().stability());
    assertEquals(Stability.NAME, find(lines(499, 1)).keys().stability());
    assertEquals(Stability.TEXT, find(lines(600, 5)).keys().stability());
    assertEquals(Stability.NAME, find(lines(599, 5)).keys().stability());
  }

  @Test
  void idsInAMinifiedTextAreValidForThatTextOnly() {
    String text = lines(600, 5);
    Found found = find(text);
    assertEquals(hash("f1\0\0\0src/a.tsx\0" + hash(text) + "\0f:f"), found.id(0));
    assertEquals(hash("f1\0\0\0src/a.tsx\0" + hash(text) + "\0m:"), hex(found.keys().topLevel()));
    assertNotEquals(found.id(0), find(text.replace("xx\n", "xy\n")).id(0));
  }

  @Test
  void lineEndsOfAMinifiedTextDoNotCount() {
    String text = lines(600, 3);
    assertEquals(find(text).id(0), find(text.replace("\n", "\r\n")).id(0));
    assertEquals(find(text).id(0), find(text.replace("\n", "\r")).id(0));
    assertEquals(Stability.TEXT, find(text.replace("\n", "\r\n")).keys().stability());
  }

  private static String functions(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "function " + name + "() {}\n")
        .collect(Collectors.joining());
  }

  private static Stability stability(String text) {
    return find(text).keys().stability();
  }

  @Test
  void textOfShortNamesIsMinified() {
    assertEquals(Stability.TEXT, stability(functions("ab", 20)));
    assertEquals(Stability.NAME, stability(functions("ab", 19)));
    assertEquals(Stability.NAME, stability(functions("abc", 20)));
    assertEquals(Stability.TEXT, stability(functions("ab", 14) + functions("abc", 6)));
    assertEquals(Stability.NAME, stability(functions("ab", 13) + functions("abc", 7)));
  }

  @Test
  void onlyPlainNamesTellAMinifiedText() {
    assertEquals(Stability.NAME, stability(functions("a", 19) + "a.b = () => 1"));
    assertEquals(Stability.NAME, stability(functions("a", 19) + "f({a() {}})"));
    assertEquals(Stability.NAME, stability(functions("a", 19) + "class a {}"));
    assertEquals(Stability.TEXT, stability(functions("a", 19) + "a = {b: () => 1}"));
    assertEquals(Stability.TEXT, stability(functions("a", 19) + "abc = ab = () => 1"));
  }

  @Test
  void bodyHashIsThatOfTheTokensFromV8sStart() {
    Found found = find("x = async (a, b) => { return a + 'b  c'; }");
    assertEquals(
        hash(String.join("\0", "async", "a", "b", "=>", "{", "return", "a", "+", "\"b c\"", "}")),
        found.body(0));
    assertEquals(
        hash(String.join("\0", "a", "{", "}")), find("class A { static m(a) {} }").body(1));
  }

  @Test
  void bodyHashIgnoresCommentsAndFormatting() {
    String text = "x = (a) => { f(a, 'b'); return [a] }";
    assertSameBody(text, "x=a=>{f(a,\"b\");return[a];}");
    assertSameBody(text, "x = (a,) => {\n  f(a, 'b',)\n  return ([a,]) // c\n}");
    assertSameBody(text, "/* c */ x = (a) /* c */ => { f((a), '\\x62'); return [a] };");
    assertSameBody(text, "x=a=>{f(a,\"b\");return[a];}".replace(";", ";\r\n"));
    assertSameBody("x = () => `a  b`", "x = () => `a\n\u00a0b`");
    assertSameBody("x = () => <a>b  c </a>", "x = () => <a>\n b\n c\n</a>");
    assertSameBody("x = () => <a></a>", "x = () => <a> , </a>");
    assertSameBody("x = () => <a>{b}</a>", "x = () => <a>\n  {b}\n</a>");
  }

  @Test
  void bodyHashChangesWithTheTokens() {
    String text = "x = (a) => { f(a, 'b'); return [a] }";
    assertOtherBody(text, "x = (b) => { f(b, 'b'); return [b] }");
    assertOtherBody(text, "x = (a) => { f(a, 'c'); return [a] }");
    assertOtherBody(text, "x = (a) => { f(a, `b`); return [a] }");
    assertOtherBody(text, "x = async (a) => { f(a, 'b'); return [a] }");
    assertOtherBody(text, "x = (a: A) => { f(a, 'b'); return [a] }");
    assertOtherBody("x = a => a.b", "x = a => a?.b");
    assertOtherBody("x = a => ab", "x = a => a.b");
  }

  @Test
  void bodyHashDoesNotDependOnTheName() {
    assertSameBody("function a(b) { c }", "function d(b) { c }");
    assertSameBody("function a(b) { c }", "x = {d(b) { c }}");
    assertSameBody("x = () => 1", "f(() => 1)");
  }

  @Test
  void bodyHashOfAnImplicitConstructorIsThatOfWhatTheClassExtends() {
    assertEquals(hash(""), find("class A {}").body(0));
    assertEquals(hash("b\0.\0C"), find("class A extends b.C { }").body(0));
    assertEquals(hash("f\0B"), find("class A extends f(B) { }").body(0));
  }

  @Test
  void bodyHashOfFieldsIsThatOfAllOfThem() {
    Found found = find("class A { a = 1; m() {} static b = 2; @c d; static { e() } }");
    String fields = hash(String.join("\0", "a", "=", "1", "@", "c", "d"));
    String statics = hash(String.join("\0", "static", "b", "=", "2", "static", "{", "e", "}"));
    List<String> bodies = IntStream.range(0, found.size()).mapToObj(found::body).toList();
    assertTrue(bodies.contains(fields));
    assertTrue(bodies.contains(statics));
  }

  @Test
  void deeplyNestedFunctionHasNoBodyHash() {
    int deep = BodyHashes.DEEPEST;
    Found found = find("() => {".repeat(deep + 1) + "}".repeat(deep + 1));
    assertNotEquals(0, found.keys().bodyHash(found.rows().get(deep - 1)));
    assertEquals(0, found.keys().bodyHash(found.rows().get(deep)));
    assertNotEquals(0, found.keys().id(found.rows().get(deep)));
  }

  private static void assertRole(String shown, String hidden, String text, int function) {
    String role = find(text).role(function);
    assertEquals(shown, FunctionKeys.shownRole(role, true));
    assertEquals(hidden, FunctionKeys.shownRole(role, false));
  }
}
