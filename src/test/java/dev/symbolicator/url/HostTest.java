package dev.symbolicator.url;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.url.Host.DomainToAscii;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostTest {
  private static void assertHost(String expected, String host) {
    WebUrl url = WebUrl.parse("http://" + host + "/");
    assertNotNull(url, host);
    assertEquals(expected, url.host());
  }

  private static void assertNoHost(String host) {
    assertNull(WebUrl.parse("http://" + host + "/"), host);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "127.1, 127.0.0.1",
    "127.0.1, 127.0.0.1",
    "1.2.772, 1.2.3.4",
    "1.65535, 1.0.255.255",
    "1.16777215, 1.255.255.255",
    "2130706433, 127.0.0.1",
    "0x7f000001, 127.0.0.1",
    "0X7F.0x1, 127.0.0.1",
    "017700000001, 127.0.0.1",
    "0177.0.0.01, 127.0.0.1",
    "0x.0x.0, 0.0.0.0",
    "0, 0.0.0.0",
    "4294967295, 255.255.255.255",
    "127.0.0.1., 127.0.0.1",
    "%31%32%37.1, 127.0.0.1",
    "１２７．０．０．１, 127.0.0.1",
    "127。0。0。1, 127.0.0.1",
    "①②⑦.1, 127.0.0.1",
    "0x0000000000000000000000000000007f.1, 127.0.0.1",
  })
  void everySpellingOfAnIpv4AddressIsTheSameHost(String host, String expected)
      throws UnknownHostException {
    assertHost(expected, host);
    assertArrayEquals(
        InetAddress.getByName(expected).getAddress(), WebUrlTest.url("http://" + host).ipAddress());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "256.1.1.1",
        "1.2.3.256",
        "1.2.65536",
        "1.16777216",
        "4294967296",
        "0x100000000",
        "1.2.3.4.5",
        "1..2",
        ".1",
        "08",
        "1.2.3.08",
        "0x1g.1",
        "a.1",
        "a.0x",
        "a.0x1f",
        "99999999999999999999999999",
        "1.2.3.-1x.4",
        "0xffffffffffffffffff"
      })
  void hostThatEndsInANumberIsAnIpv4AddressOrAFailure(String host) {
    assertNoHost(host);
  }

  @ParameterizedTest
  @CsvSource({
    "1.2.3.4.., 1.2.3.4..",
    "1.2.3.4.a, 1.2.3.4.a",
    "0xg, 0xg",
    "1.2.3.4x, 1.2.3.4x",
    "1.a.., 1.a..",
    "., .",
    ".., ..",
    "1e3, 1e3"
  })
  void hostThatEndsInNoNumberIsAName(String host, String expected) {
    assertHost(expected, host);
    assertNull(WebUrlTest.url("http://" + host).ipAddress());
  }

  @ParameterizedTest
  @CsvSource({
    "[::], [::]",
    "[::1], [::1]",
    "[1::], [1::]",
    "[0:0:0:0:0:0:0:1], [::1]",
    "[2001:DB8::00ff], [2001:db8::ff]",
    "[1:0:0:2:0:0:0:3], [1:0:0:2::3]",
    "[1:0:0:2:0:0:3:4], [1::2:0:0:3:4]",
    "[1:0:2:3:4:5:6:7], [1:0:2:3:4:5:6:7]",
    "[1:2:3:4:5:6:7::], [1:2:3:4:5:6:7:0]",
    "[::2:3:4:5:6:7:8], [0:2:3:4:5:6:7:8]",
    "[::ffff:1.2.3.4], [::ffff:102:304]",
    "[::127.0.0.1], [::7f00:1]",
    "[1:2:3:4:5:6:1.2.3.4], [1:2:3:4:5:6:102:304]",
  })
  void ipv6IsWrittenInItsShortestForm(String host, String expected) {
    assertHost(expected, host);
    assertHost(expected, expected);
    assertEquals(expected, WebUrlTest.url("foo://" + host).host());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "[]",
        "[:]",
        "[:1]",
        "[1:]",
        "[:::]",
        "[1::2::3]",
        "[1:2:3:4:5:6:7]",
        "[1:2:3:4:5:6:7:8:9]",
        "[1:2:3:4:5:6:7:8::]",
        "[::1",
        "::1",
        "[::1]a",
        "[12345::]",
        "[::g]",
        "[::1.2.3]",
        "[::1.2.3.4.5]",
        "[::1.2.3.4:5]",
        "[::01.2.3.4]",
        "[::1.2.3.256]",
        "[::1.2.3.]",
        "[::.1.2.3]",
        "[::1..2.3]",
        "[::1.2.3.4444]",
        "[1:2:3:4:5:6:7:1.2.3.4]",
        "[::ffff:0x7f.0.0.1]",
        "[fe80::1%eth0]",
        "[fe80::1%25eth0]",
        "[::1%]",
        "[v1.x]",
        "[::１]",
        "[::%31]",
        "[ ::1]"
      })
  void malformedIpv6IsAFailure(String host) {
    assertNoHost(host);
    assertNull(WebUrl.parse("foo://" + host));
  }

  @Test
  void ipv4MappedAddressKeepsItsSixteenBytes() {
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1},
        WebUrlTest.url("http://[::ffff:127.0.0.1]/").ipAddress());
  }

  @ParameterizedTest
  @CsvSource({
    "EXAMPLE.com, example.com",
    "example.com., example.com.",
    "a..b, a..b",
    "a_b, a_b",
    "-a-, -a-",
    "ab--c, ab--c",
    "ex%41mple.com, example.com",
    "bücher.de, xn--bcher-kva.de",
    "BÜCHER.DE, xn--bcher-kva.de",
    "b%C3%BCcher.de, xn--bcher-kva.de",
    "xn--bcher-kva.de, xn--bcher-kva.de",
    "XN--BCHER-KVA.de, xn--bcher-kva.de",
    "faß.de, xn--fa-hia.de",
    "日本語。jp, xn--wgv71a119e.jp",
    "ｅｘａｍｐｌｅ．ｃｏｍ, example.com",
    "ex\u00adample.com, example.com",
    "\ufeffexample.com, example.com",
    "💩.la, xn--ls8h.la",
    "é-.com, xn----9fa.com",
    "K.com, k.com",
    "≠, xn--1ch",
  })
  void namesAreLowerCaseAsciiAfterUts46(String host, String expected) {
    assertHost(expected, host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00ad",
        "xn--",
        "xn--a",
        "xn--ascii-",
        "xn--zzzzzz99999999",
        "a.xn--",
        "a\u0644",
        "a\u200db",
        "a\u200cb",
        "\ufffd",
        "%ff",
        "%C3",
        "\u0301a",
        "℀",
        "a／b",
        "a＃b",
        "a％b",
        "\u2488com"
      })
  void nameThatUts46RefusesIsAFailure(String host) {
    assertNoHost(host);
  }

  @Test
  void forbiddenCodePointsAreFailures() {
    for (char c = 0; c < 0x80; c++) {
      boolean forbidden = c <= ' ' || "#%/:<>?@[\\]^|\u007f".indexOf(c) >= 0;
      String encoded = String.format("a%%%02xb", (int) c);
      if (forbidden) {
        assertNoHost(encoded);
      } else {
        assertHost(("a" + c + "b").toLowerCase(Locale.ROOT), encoded);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ExAmple, ExAmple",
    "é, %C3%A9",
    "127.1, 127.1",
    "a%00b, a%00b",
    "a%, a%",
    "a;b, a;b",
    "xn--, xn--"
  })
  void hostOfASchemeThatIsNotSpecialIsOpaque(String host, String expected) {
    assertEquals(expected, WebUrlTest.url("foo://" + host + "/").host());
    assertNull(WebUrlTest.url("foo://" + host + "/").ipAddress());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a<b", "a>b", "a^b", "a|b", "a[b", "a]b", "a\u0000b", "a\\b"})
  void opaqueHostWithAForbiddenCodePointIsAFailure(String host) {
    assertNull(WebUrl.parse("foo://" + host + "/"));
  }

  @Test
  void lengthIsLimitedOnlyForNamesThatNeedUts46() {
    String ascii = "xn--9ca." + "a".repeat(DomainToAscii.MAX_UNICODE_LENGTH - 8);
    String longest = "é." + ascii.substring(8);
    assertHost(ascii, longest);
    assertHost(ascii, ascii);
    assertNoHost(longest + "a");
    assertNoHost(ascii + "a");
    assertNoHost("é." + "a".repeat(DomainToAscii.MAX_UNICODE_LENGTH));
    assertHost("a".repeat(100_000), "a".repeat(100_000));
  }

  @Test
  void labelTooLongForIcuIsAFailure() {
    assertHost("xn--cckzd0a3n", "㌀");
    assertNoHost("㌀".repeat(300));
  }
}
