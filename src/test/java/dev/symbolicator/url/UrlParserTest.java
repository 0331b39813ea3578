package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The states of the parser; hosts are in {@link HostTest}. */
class UrlParserTest {
  private static @Nullable String href(String text) {
    WebUrl url = WebUrl.parse(text);
    return url == null ? null : url.href();
  }

  private static @Nullable String resolve(String base, String text) {
    WebUrl url = WebUrl.parse(text, WebUrlTest.url(base));
    return url == null ? null : url.href();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://example.com/js/app.js?v=1#x | app.js.map | https://example.com/js/app.js.map",
        "https://example.com/js/app.js | ../maps/app.js.map | https://example.com/maps/app.js.map",
        "https://example.com/js/app.js | /m.map | https://example.com/m.map",
        "https://example.com/js/app.js | //cdn.example/m.map | https://cdn.example/m.map",
        "https://example.com/js/app.js | ?q | https://example.com/js/app.js?q",
        "https://example.com/js/app.js?v=1 | #f | https://example.com/js/app.js?v=1#f",
        "https://example.com/js/app.js?v=1#x | '' | https://example.com/js/app.js?v=1",
        "https://u:p@h/a | b | https://u:p@h/b",
        "https://u:p@h/a | //i/b | https://i/b",
        "https://h/a/ | . | https://h/a/",
        "https://h/a/b | .. | https://h/",
        "https://h/ | ../../.. | https://h/",
        "https://h/a/b | ..\\c\\d | https://h/c/d",
        "https://h/a | \\\\i\\b | https://i/b",
        "https://h/a | https:b | https://h/b",
        "https://h/a | https:/b | https://h/b",
        "https://h/a | http:b | http://b/",
        "https://h/a | https:\\\\i | https://i/",
        "https://h/a | https:///i | https://i/",
        "https://h/a | webpack:///./src/a.js | webpack:///src/a.js",
        "webpack://app/./src/a.js | b.js | webpack://app/src/b.js",
        "webpack://app/src/a.js | ../../../b.js | webpack://app/b.js",
        "webpack://app/src/a.js | /b.js | webpack://app/b.js",
        "webpack://app/src/a.js | //lib/b.js | webpack://lib/b.js",
        "webpack://app/src/a.js | ///b.js | webpack:///b.js",
        "webpack://app/src/a.js | \\b.js | webpack://app/src/\\b.js",
        "webpack://app/src/a.js | webpack:b.js | webpack:b.js",
        "webpack://app | a.js | webpack://app/a.js",
        "foo:/a/b | /c | foo:/c",
        "foo:/a/b | /.//c | foo:/.//c",
        "data:text/plain,x | #f | 'data:text/plain,x#f'",
        "data:text/plain,x#f | #g | 'data:text/plain,x#g'",
      })
  void relativeUrlIsResolved(String base, String text, String expected) {
    assertEquals(expected, resolve(base, text));
  }

  @ParameterizedTest
  @CsvSource({
    "'data:,x', ''",
    "'data:,x', a",
    "'data:,x', ?q",
    "'data:,x', ?q#f",
    "'data:,x', a#f",
    "mailto:x, //h"
  })
  void opaquePathIsABaseOnlyForAFragment(String base, String text) {
    assertNull(resolve(base, text));
  }

  @ParameterizedTest
  @CsvSource({
    "http:h/a, http://h/a",
    "http:\\\\h\\a, http://h/a",
    "http:////h/a, http://h/a",
    "hTTp://h/a\\b, http://h/a/b",
    "http://h/?a\\b, http://h/?a\\b",
    "http://h, http://h/",
    "http://h?q, http://h/?q",
    "webpack://h, webpack://h",
    "webpack://h?q, webpack://h?q",
    "webpack:///a, webpack:///a",
    "webpack:////a, webpack:////a",
    "webpack:/a, webpack:/a",
    "webpack:a/../b, webpack:a/../b",
    "webpack://app/./src/a.js, webpack://app/src/a.js",
    "webpack-internal:///./src/a.js, webpack-internal:///src/a.js",
    "foo:/a/..//b, foo:/.//b",
    "foo:/.., foo:/",
    "foo://h/.., foo://h/",
    "blob:https://h/a-b, blob:https://h/a-b",
  })
  void schemeDecidesTheMeaningOfSlashesAndBackslashes(String text, String expected) {
    assertEquals(expected, href(text));
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/a/./b, http://h/a/b",
    "http://h/a/../b, http://h/b",
    "http://h/a/%2e/b, http://h/a/b",
    "http://h/a/%2E%2e/b, http://h/b",
    "http://h/a/.%2e, http://h/",
    "http://h/a/%2e., http://h/",
    "http://h/a/., http://h/a/",
    "http://h/a/.., http://h/",
    "http://h/a/..., http://h/a/...",
    "http://h/a/.b, http://h/a/.b",
    "http://h/a/%2, http://h/a/%2",
    "http://h//a//../b, http://h//a/b",
    "http://h/a/%2f/../b, http://h/a/b",
  })
  void dotSegmentIsRemovedInAnySpelling(String text, String expected) {
    assertEquals(expected, href(text));
  }

  @ParameterizedTest
  @CsvSource({
    "file:, file:///",
    "file:a, file:///a",
    "file:/a, file:///a",
    "file:///a, file:///a",
    "file:////a, file:////a",
    "file://localhost/a, file:///a",
    "file://SERVER/a, file://server/a",
    "file://127.1/a, file://127.0.0.1/a",
    "file:C|/a, file:///C:/a",
    "file://C|/a, file:///C:/a",
    "file:\\\\C:\\a, file:///C:/a",
    "file:///C:/../.., file:///C:/",
    "file:///C:/a/../../b, file:///C:/b",
    "file:///C:x/.., file:///",
    "file:///a/C|/, file:///a/C|/",
    "file:?q, file:///?q",
  })
  void fileUrlIsNormalised(String text, String expected) {
    assertEquals(expected, href(text));
  }

  @ParameterizedTest
  @CsvSource({
    "file:///C:/a/b, /d, file:///C:/d",
    "file:///C:/a/b, /D:/d, file:///D:/d",
    "file:///C:/a/b, D|/d, file:///D:/d",
    "file:///C:/a/b, D:, d:",
    "file:///C:/a/b, d, file:///C:/a/d",
    "file:///C:/a/b, ../../../d, file:///C:/d",
    "file:///C:/a/b, //s/d, file://s/d",
    "file:///C:/a/b, ///d, file:///d",
    "file://s/C:/a, /d, file://s/C:/d",
    "file://s/a/b?q, '', file://s/a/b?q",
    "file://s/a/b?q, ?r, file://s/a/b?r",
    "file://s/a/b, file:d, file://s/a/d",
    "http://h/a, file:d, file:///d",
  })
  void fileUrlIsResolvedWithinItsDrive(String base, String text, String expected) {
    assertEquals(expected, resolve(base, text));
  }

  @Test
  void outerControlsAndBlanksAndInnerTabsAndLineEndsAreDropped() {
    assertEquals("http://h/ab", href("\u0000 \u001f ht\ttp:/\n/h\r/a\tb \u0001"));
    assertEquals("http://h/a%20b", href("http://h/a b "));
  }

  @Test
  void eachPartHasItsOwnPercentEncodeSet() {
    String signs = " !\"$%&'()*+,;<=>[]^_`{|}~\u007fé";
    assertEquals(
        "http://h/%20!%22$%&'()*+,;%3C=%3E[]%5E_%60%7B|%7D~%7F%C3%A9"
            + "?%20!%22$%&%27()*+,;%3C=%3E[]^_`{|}~%7F%C3%A9"
            + "#%20!%22$%&'()*+,;%3C=%3E[]^_%60{|}~%7F%C3%A9",
        href("http://h/" + signs + "?" + signs + "#" + signs));
    assertEquals("foo://h/?'", href("foo://h/?'"));
    assertEquals("foo:a <>\"`{}^'%01%C3%A9", href("foo:a <>\"`{}^'\u0001é"));
    assertEquals(
        "http://%20!%22$%&'()*+,%3B%3C%3D%3E%5B%5D%5E_%60%7B%7C%7D~%7F%C3%A9@h/",
        href("http://" + signs + "@h/"));
  }

  @Test
  void codePointBeyondAsciiBecomesItsUtf8Bytes() {
    assertEquals(
        "http://h/%C2%80%DF%BF%E0%A0%80%EF%BF%BF%F0%90%80%80%F4%8F%BF%BF",
        href("http://h/\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff"));
  }

  @Test
  void loneSurrogateBecomesAReplacementCharacter() {
    assertEquals("http://h/%EF%BF%BDa%EF%BF%BD", href("http://h/\ud800a\udc00"));
    assertEquals("http://h/%EF%BF%BD%EF%BF%BD", href("http://h/\ud83d\t\udca9"));
    assertEquals("http://h/%F0%9F%92%A9", href("http://h/\t\ud83d\udca9"));
    assertNull(href("http://\ud800/"));
  }

  @Test
  void lastBlankOfAnOpaquePathIsKept() {
    assertEquals("foo:a %20?q", href("foo:a  ?q"));
    assertEquals("foo:a%20#f", href("foo:a #f"));
    assertEquals("foo:a", href("foo:a "));
  }

  @ParameterizedTest
  @CsvSource({
    "http://u@h, http://u@h/",
    "http://u:@h, http://u@h/",
    "http://:p@h, http://:p@h/",
    "http://:@h, http://h/",
    "http://@h, http://h/",
    "http://u:p:q@h, http://u:p%3Aq@h/",
    "http://a@b@h, http://a%40b@h/",
    "http://a:b@c@h, http://a:b%40c@h/",
    "http://a@b:c@h, http://a%40b:c@h/",
    "foo://u:p@h:1, foo://u:p@h:1",
    "http://h/a@b, http://h/a@b",
  })
  void lastAtSignEndsTheCredentials(String text, String expected) {
    assertEquals(expected, href(text));
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:/, http://h/",
    "http://h:80/, http://h/",
    "http://h:00080/, http://h/",
    "https://h:80/, https://h:80/",
    "http://h:0/, http://h:0/",
    "http://h:65535/, http://h:65535/",
    "foo://h:80/, foo://h:80/",
    "http://[::1]:81/, http://[::1]:81/",
  })
  void portIsKeptUnlessItIsTheDefault(String text, String expected) {
    assertEquals(expected, href(text));
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:65536/",
    "http://h:-1/",
    "http://h:8x/",
    "http://h: 80/",
    "http://h:99999999999999999999/",
    "http://:80/",
    "http://u@/",
    "http://u@:80/",
    "foo://:80/",
    "foo://u@/",
    "http://h:80:81/",
    "http://h:８０/",
    "file://h:80/"
  })
  void malformedAuthorityIsAFailure(String text) {
    assertNull(href(text));
  }
}
