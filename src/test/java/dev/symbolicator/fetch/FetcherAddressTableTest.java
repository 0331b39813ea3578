package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.http.HttpClientOptions;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks addresses that may not be asked, in many spellings, through the real fetcher with its
 * default rules: requested directly, as a redirect's target, and as the address of a name.
 */
class FetcherAddressTableTest {
  private static TestOrigin target;
  private static TestOrigin redirecting;
  private static TestDns dns;
  private static TestFetcher fetcher;

  @BeforeAll
  static void start() {
    target = TestOrigin.start().serve("/app.js", "text/javascript", "inside();");
    redirecting = TestOrigin.start();
    dns = TestDns.start();
    fetcher =
        new TestFetcher(
            dns.vertx(),
            new HttpClientOptions(),
            "allowed-origins",
            "*," + redirecting.origin(),
            "allowed-ports",
            Integer.toString(target.port()));
  }

  @AfterAll
  static void stop() {
    assertEquals(0, target.connections());
    fetcher.close();
    dns.close();
    redirecting.close();
    target.close();
  }

  private static String at(String host) {
    return "http://" + host + ":" + target.port() + "/app.js";
  }

  private static FetchResult redirectTo(String url) {
    String latin1 = new String(url.getBytes(UTF_8), ISO_8859_1); // as sent on the wire
    redirecting.redirect("/moved.js", latin1);
    return fetcher.script(redirecting.url("/moved.js"));
  }

  private static void assertBlocked(FetchResult result) {
    assertFailed(Kind.ADDRESS, result);
  }

  static Stream<String> refusedHosts() {
    return TestFetcher.words(
        """
        # The IANA IPv4 Special-Purpose Address Registry, and metadata services.
        0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 100.100.100.200
        127.0.0.1 127.255.255.254 168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2
        172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.9 192.0.0.170 192.0.0.192
        192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1
        198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1
        255.255.255.255
        # The IANA IPv6 Special-Purpose Address Registry, and metadata services.
        [::] [::1] [::2] [100::1] [100:0:0:1::1] [2001::1] [2001:1::1] [2001:2::1] [2001:3::1]
        [2001:4:112::1] [2001:10::1] [2001:20::1] [2001:30::1] [2001:db8::1] [2620:4f:8000::1]
        [3fff::1] [5f00::1] [fc00::1] [fd12:3456::1] [fd00:ec2::254] [fd20:ce::254] [fe80::1]
        [febf::1] [fec0::1] [ff02::1] [ff0e::1] [4000::1] [e000::1]
        # IPv4 inside IPv6: mapped, translated, compatible, NAT64, 6to4, Teredo, ISATAP.
        [::ffff:127.0.0.1] [::FFFF:7F00:1] [0:0:0:0:0:ffff:169.254.169.254] [::ffff:0:127.0.0.1]
        [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::10.0.0.1]
        [64:ff9b:1::8.8.8.8] [64:ff9b:1:fffe::7f00:1] [2002:7f00:1::] [2002:a9fe:a9fe::1]
        [2002:808:808::] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2a00:1450::5efe:10.0.0.1]
        [2a00:1450::200:5efe:127.0.0.1]
        # Decimal, octal, hexadecimal, short and mixed numbers.
        2130706433 017700000001 0x7f000001 0X7F000001 127.1 127.0.1 0177.0.0.1 0x7f.0.0.1 0x7f.1
        0177.0x0.1 00000177.0.0.1 127.0.0.0x 0 0x0 0x 2852039166 0xa9fea9fe 0251.0376.0251.0376
        169.254.43518 3232235777 0xc0.168.257 012.0.0.1 4294967295
        # Trailing dots, percent signs, digits and dots of other scripts, invisible characters.
        127.0.0.1. 0x7f000001. %31%32%37.0.0.1 127%2e0%2e0%2e1 １２７.0.0.1 １２７．０．０．１ 127。0。0。1
        127｡0｡0｡1 ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.𝟎.𝟎.𝟏 ¹²⁷.⁰.⁰.¹ 0ｘ7f.1 127\u00ad.0.0.1 127.0.0.\u200b1
        %EF%BC%91%EF%BC%92%EF%BC%97.0.0.1
        # Names of this machine.
        localhost LOCALHOST ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ %6cocalhost
        """);
  }

  @ParameterizedTest
  @MethodSource("refusedHosts")
  void addressIsRefusedDirectlyAndAfterARedirect(String host) {
    assertBlocked(fetcher.script(at(host)));
    assertBlocked(redirectTo(at(host)));
  }

  static Stream<String> invalidHosts() {
    return TestFetcher.words(
        """
        [fe80::1%25eth0] [fe80::1%eth0] [::1%25lo] [::1%1] [127.0.0.1] ::1 127.0.0.256 256.1
        4294967296 0x100000000 1.2.3.4.5 127.0.0.08 [::127.0.0.1.] [1::2::3] 127.0.0.1%00
        127.0.0.1%20 [::ffff:0177.0.0.1] 127.0.0.1%2f
        """);
  }

  @ParameterizedTest
  @MethodSource("invalidHosts")
  void urlWithAnInvalidHostIsNotParsed(String host) {
    String url = at(host);
    assertNull(WebUrl.parse(url));
    assertFailed(Kind.UNSUPPORTED, redirectTo(url));
  }

  static Stream<String> refusedAddresses() {
    return TestFetcher.words(
        """
        127.0.0.1 10.1.2.3 172.20.0.1 192.168.1.1 100.64.0.1 169.254.169.254 0.0.0.0 192.0.0.192
        198.18.0.1 224.0.0.1 255.255.255.255 ::1 :: fc00::1 fd00:ec2::254 fe80::1 ff02::1
        64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1
        """);
  }

  @ParameterizedTest
  @MethodSource("refusedAddresses")
  void hostWithTheAddressIsRefusedDirectlyAndAfterARedirect(String address) {
    dns.answer("inside.test", address);
    assertBlocked(fetcher.script(at("inside.test")));
    assertBlocked(redirectTo(at("inside.test")));
  }
}
