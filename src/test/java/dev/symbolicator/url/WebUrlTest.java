package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebUrlTest {
  static WebUrl url(String text) {
    WebUrl url = WebUrl.parse(text);
    assertNotNull(url, text);
    return url;
  }

  @Test
  void everyPartOfAUrlCanBeRead() {
    WebUrl url = url("https://user:pw@Example.com:8443/a/b.js?q=1&r#frag");
    assertEquals("https", url.scheme());
    assertTrue(url.isHttp());
    assertTrue(url.hasCredentials());
    assertEquals("example.com", url.host());
    assertEquals(8443, url.port());
    assertEquals("/a/b.js", url.path());
    assertEquals("q=1&r", url.query());
    assertEquals("frag", url.fragment());
    assertEquals("/a/b.js?q=1&r", url.pathAndQuery());
    assertEquals("https://example.com:8443", url.origin());
    assertEquals("https://user:pw@example.com:8443/a/b.js?q=1&r#frag", url.href());
  }

  @Test
  void missingPartIsNull() {
    WebUrl url = url("mailto:a@b");
    assertNull(url.host());
    assertNull(url.ipAddress());
    assertNull(url.query());
    assertNull(url.fragment());
    assertEquals(-1, url.port());
    assertFalse(url.isHttp());
    assertFalse(url.hasCredentials());
    assertEquals("a@b", url.pathAndQuery());
  }

  @Test
  void emptyQueryOrFragmentIsKept() {
    WebUrl url = url("http://h/?#");
    assertEquals("", url.query());
    assertEquals("", url.fragment());
    assertEquals("http://h/?#", url.href());
    assertEquals("/?", url.pathAndQuery());
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/, 80",
    "https://h/, 443",
    "ws://h/, 80",
    "wss://h/, 443",
    "ftp://h/, 21",
    "http://h:443/, 443",
    "file:///x, -1",
    "webpack://h/, -1",
    "webpack://h:80/, 80"
  })
  void missingPortIsTheSchemesDefault(String text, int port) {
    assertEquals(port, url(text).port());
  }

  @ParameterizedTest
  @CsvSource({
    "https://u:p@h:8443/x?q#f, https://h:8443",
    "http://h:80/, http://h",
    "http://h:443/, http://h:443",
    "wss://h/, wss://h",
    "ftp://h/, ftp://h",
    "http://[::1]:90/, http://[::1]:90",
    "blob:https://u:p@h:8443/uuid, https://h:8443",
    "blob:webpack://h/, null",
    "blob:blob:https://h/, null",
    "blob:x, null",
    "file:///x, null",
    "webpack://app/, null",
    "'data:,x', null",
  })
  void originIsSchemeHostAndPort(String text, String origin) {
    assertEquals(origin, url(text).origin());
  }

  @ParameterizedTest
  @CsvSource({
    "https://user:secret@h:8443/a.js?token=secret#secret, https://h:8443/a.js",
    "http://h:80/?secret, http://h/",
    "webpack://secret@app/./src/a.js?secret, webpack://app/src/a.js",
    "file:///home/x.js?secret, file:///home/x.js",
    "'data:application/json,secret', data:",
    "javascript:secret, javascript:",
    "mailto:secret@h, mailto:",
    "blob:https://u:secret@h/uuid, blob:https://h/uuid",
    "blob:secret, blob:",
    "view-source:https://u:secret@h/, view-source:",
    "a:/.//b?secret, a:/.//b",
  })
  void redactedUrlAndTextFormShowNoSecrets(String text, String shown) {
    assertEquals(shown, url(text).redacted());
    assertEquals(shown, url(text).toString());
  }

  @Test
  void fragmentAndCredentialsCanBeRemoved() {
    assertEquals("http://u:p@h/?q", url("http://u:p@h/?q#f").withoutFragment().href());
    assertEquals("http://h/?q#f", url("http://u:p@h/?q#f").withoutCredentials().href());
    assertEquals("http://h/", url("http://:p@h/").withoutCredentials().href());
    WebUrl plain = url("http://h/");
    assertSame(plain, plain.withoutFragment());
    assertSame(plain, plain.withoutCredentials());
  }

  @Test
  void urlsAreEqualIfTheirHrefIsEqual() {
    assertEquals(url("http://H:80/a/../b"), url("http://h/b"));
    assertEquals(url("http://H:80/a/../b").hashCode(), url("http://h/b").hashCode());
    assertNotEquals(url("http://h/b"), url("http://h/b#"));
  }

  @Test
  void changedCopyOfTheAddressLeavesTheUrlUnchanged() {
    WebUrl url = url("http://127.0.0.1/");
    byte[] address = url.ipAddress();
    assertNotNull(address);
    address[0] = 10;
    assertEquals("http://127.0.0.1/", url.href());
    assertNotNull(url.ipAddress());
    assertEquals(127, url.ipAddress()[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "/a",
        "//h/a",
        "?q",
        "#f",
        "1a:b",
        ":",
        "://h",
        "é:x",
        "http",
        "http:",
        "http://",
        "http:///",
        "https:?q"
      })
  void relativeTextOrHttpWithoutHostIsNoUrlWithoutABase(String text) {
    assertNull(WebUrl.parse(text));
  }

  @Test
  void urlOfAMillionUnitsIsReadInLinearTime() {
    int length = 1_000_000;
    WebUrl base = url("http://h/" + "a/".repeat(length) + "b");
    for (String text :
        new String[] {
          "../".repeat(length),
          "a/../".repeat(length),
          "%2e%2E/".repeat(length),
          "http://" + "@".repeat(length) + "h/",
          "http://" + "a:@".repeat(length) + "h/",
          "http://h/?" + "é".repeat(length),
          "foo:" + " ".repeat(length) + "x",
          "http://" + "a.".repeat(length) + "h",
          "http://h:" + "0".repeat(length) + "80/"
        }) {
      assertNotNull(WebUrl.parse(text, base), () -> text.substring(0, 20));
    }
    for (String text :
        new String[] {
          "http://" + "1".repeat(length),
          "http://" + "1.".repeat(length),
          "http://" + "xn--".repeat(length),
          "http://[" + ":0".repeat(length) + "]",
          "http://" + "é".repeat(length),
          "http://h:" + "9".repeat(length)
        }) {
      assertNull(WebUrl.parse(text, base), () -> text.substring(0, 20));
    }
  }

  @Test
  void comparableFormDecodesWhatIsEncodedNeedlessly() {
    assertEquals(
        "https://h/[a]@+ %C3%A9%2F%3F%25-%25",
        WebUrl.comparable("https://h/%5ba%5D%40%2B%20%c3%a9%2f%3f%25-%"));
    assertEquals("~/a?b=%26%2B[c]&d+", WebUrl.comparable("~/%61?b=%26%2b%5bc%5D&d+"));
  }

  private static ScriptLocation of(String name) {
    ScriptLocation location = ScriptLocation.of(name);
    assertNotNull(location, name);
    return location;
  }

  /** The URLs are those of Node's pathToFileURL. */
  @ParameterizedTest
  @CsvSource({
    "/srv/app.js, file:///srv/app.js",
    "/srv/a b%20#1?.js, file:///srv/a%20b%2520%231%3F.js",
    "/srv/a\\b.js, file:///srv/a%5Cb.js",
    "C:\\app\\main.js, file:///C:/app/main.js",
    "d:/app/50%.js, file:///d:/app/50%25.js"
  })
  void pathIsAFile(String path, String url) {
    assertEquals(url, of(path).url().href());
    assertEquals(true, of(path).isPath());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://h/a.js",
        "file:///srv/app.js",
        "node:fs",
        "data:text/javascript,a.bundle//&b"
      })
  void urlIsItself(String url) {
    assertEquals(url, of(url).url().href());
    assertEquals(false, of(url).isPath());
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/a.bundle//&dev=true&x=1, https://h/a.bundle?dev=true&x=1",
    "https://h/a.bundle?dev=true, https://h/a.bundle?dev=true",
    "https://h/a.bundle?b=c.bundle//&d, https://h/a.bundle?b=c.bundle//&d",
    "https://h/a.js//&dev, https://h/a.js//&dev"
  })
  void queryOfMetroIsAQuery(String url, String normal) {
    assertEquals(normal, of(url).url().href());
  }

  @Test
  void otherNamesHaveNoLocation() {
    for (String name : new String[] {"", "app.js", "./a.js", "//h/a.js", "native f", "[eval]"}) {
      assertNull(ScriptLocation.of(name), name);
    }
  }

  @Provide
  Arbitrary<UrlCase> cases() {
    Arbitrary<String> texts =
        Arbitraries.oneOf(
            Arbitraries.randomValue((Random random) -> UrlTexts.next(random)),
            Arbitraries.strings().ofMaxLength(20),
            Arbitraries.strings().ascii().ofMaxLength(20));
    Arbitrary<@Nullable String> bases = Arbitraries.of(UrlTexts.BASES).injectNull(0.3);
    return Combinators.combine(texts, bases).as(UrlCase::new);
  }

  @Property(tries = 5_000)
  void serialisedUrlIsReadBackAsAnEqualUrl(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null) {
      WebUrl again = WebUrl.parse(url.href());
      assertNotNull(again, url.href());
      assertEquals(UrlParts.of(url), UrlParts.of(again));
      assertEquals(url, again);
      assertArrayEquals(url.ipAddress(), again.ipAddress());
    }
  }

  @Property(tries = 5_000)
  void urlIsPrintableAsciiAndOnlyOpaquePathsHaveBlanks(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null) {
      int lowest = url.hasOpaquePath() ? ' ' : '!';
      assertTrue(url.href().chars().allMatch(c -> c >= lowest && c < 0x7f), url.href());
    }
  }

  @Property(tries = 5_000)
  void httpUrlHasAHostAndAnAbsolutePathWithoutDotSegments(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null && url.isHttp()) {
      assertNotNull(url.host());
      assertFalse(url.host().isEmpty());
      assertTrue(url.port() >= 0 && url.port() <= 65535);
      assertFalse((url.path() + '/').matches("(?i).*/([.]|%2e){1,2}/.*"), url.path());
      assertEquals(url.origin(), WebUrlTest.url(url.origin()).origin());
      assertTrue(url.href().startsWith(url.origin()) || url.hasCredentials());
      assertTrue(url.withoutFragment().href().endsWith(url.pathAndQuery()));
    }
  }

  @Property(tries = 5_000)
  void redactedUrlHasNeitherCredentialsNorQueryNorFragment(@ForAll("cases") UrlCase input) {
    WebUrl url = input.parse();
    if (url != null) {
      String shown = url.redacted();
      assertFalse(shown.contains("?") || shown.contains("#"), shown);
      WebUrl again = WebUrl.parse(shown);
      assertTrue(again == null || !again.hasCredentials(), shown);
    }
  }

  @Property(tries = 5_000)
  void hostIsLowerCaseAsciiAndIsReadBackUnchanged(
      @ForAll String host, @ForAll @From("labels") String label) {
    for (String text : List.of(host, label, "xn--" + host, "xn--" + label)) {
      WebUrl url = WebUrl.parse("http://" + text.replaceAll("[/?#@\\\\]", "") + "/");
      if (url != null) {
        assertNotNull(url.host());
        assertTrue(url.host().matches("[!-~&&[^A-Z]]+"), url.host());
        assertEquals(url.host(), WebUrlTest.url("http://" + url.host()).host());
      }
    }
  }

  @Provide
  Arbitrary<String> labels() {
    return Arbitraries.strings()
        .withChars("abz019-.é日ß\u0644\u05d0\u0301\u094d\u200d\u00ad。①")
        .ofMaxLength(40);
  }

  @Property(tries = 5_000)
  void absoluteUrlIsTheSameAgainstAnyBase(@ForAll("cases") UrlCase input) {
    WebUrl url = WebUrl.parse(input.text());
    if (url != null) {
      assertEquals(url, WebUrl.parse(url.href(), input.parsedBase()));
    }
  }

  @Property(tries = 5_000)
  void dataUrlIsReadLikeItsSerialisedUrl(@ForAll("cases") UrlCase input) {
    String text = "data:" + input.text();
    WebUrl url = WebUrl.parse(text);
    DataUrl direct = DataUrl.parse(text);
    DataUrl serialised = url == null ? null : DataUrl.parse(url.href());
    assertEquals(serialised == null, direct == null);
    if (direct != null && serialised != null) {
      assertArrayEquals(serialised.bytes(), direct.bytes());
      assertEquals(serialised.mediaType(), direct.mediaType());
    }
  }
}
