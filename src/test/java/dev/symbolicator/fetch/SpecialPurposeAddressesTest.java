package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass.NEVER;
import static dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass.PRIVATE;
import static dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass.PUBLIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass;
import dev.symbolicator.url.WebUrl;
import java.util.Arrays;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SpecialPurposeAddressesTest {
  private static AddressClass classify(String host) {
    return SpecialPurposeAddresses.classify(WebUrl.parse("http://" + host).ipAddress());
  }

  static Stream<String> publicAddresses() {
    return TestFetcher.words(
        """
        1.1.1.1 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255
        128.0.0.0 168.63.129.15 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0
        192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
        [2606:4700:4700::1111] [2000::] [2001:200::] [2001:4860:4860::8888] [2a00:1450::1]
        [3ffe:ffff::] [2003::] [::ffff:8.8.8.8] [64:ff9b::8.8.8.8]
        """);
  }

  @ParameterizedTest
  @MethodSource("publicAddresses")
  void publicAddressesArePublic(String host) {
    assertEquals(PUBLIC, classify(host));
  }

  static Stream<String> privateAddresses() {
    return TestFetcher.words(
        """
        127.0.0.1 127.255.255.255 10.0.0.0 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.0
        192.168.255.255 100.64.0.0 100.127.255.255 [::1] [fc00::] [fd12:3456::1] [fdff:ffff::1]
        [::ffff:127.0.0.1] [::ffff:a00:1] [64:ff9b::10.1.2.3] [64:ff9b::7f00:1]
        """);
  }

  @ParameterizedTest
  @MethodSource("privateAddresses")
  void loopbackAndPrivateNetworksArePrivate(String host) {
    assertEquals(PRIVATE, classify(host));
  }

  static Stream<String> neverOpen() {
    return TestFetcher.words(
        """
        0.0.0.0 0.255.255.255 169.254.0.1 169.254.169.254 169.254.170.2 100.100.100.200
        168.63.129.16 192.0.0.1 192.0.0.192 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1
        192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
        239.255.255.255 240.0.0.1 255.255.255.255 [::] [::2] [::8.8.8.8] [::127.0.0.1]
        [::ffff:169.254.169.254] [::ffff:0:8.8.8.8] [64:ff9b::169.254.169.254]
        [64:ff9b::ffff:ffff] [64:ff9b:1::8.8.8.8] [100::1] [100:0:0:1::1] [2001::1]
        [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:2::1] [2001:10::1] [2001:20::1]
        [2001:db8::1] [2002:808:808::1] [2002:7f00:1::] [2620:4f:8000::1] [3fff::1]
        [3fff:fff::1] [4000::1] [5f00::1] [fe80::1] [febf::1] [fec0::1] [ff02::1] [ffff::1]
        [fd00:ec2::254] [fd00:ec2::23] [fd20:ce::254] [fd00:c1::a9fe:a9fe]
        [2a00:1450::5efe:10.0.0.1] [2a00:1450::200:5efe:127.0.0.1] [fd00::5efe:169.254.169.254]
        """);
  }

  @ParameterizedTest
  @MethodSource("neverOpen")
  void linkLocalMetadataReservedAndTunnelsAreNeverOpen(String host) {
    assertEquals(NEVER, classify(host));
  }

  @ParameterizedTest
  @CsvSource({
    "2130706433, PRIVATE", // 127.0.0.1
    "0x7f000001, PRIVATE",
    "017700000001, PRIVATE",
    "0177.0.0.1, PRIVATE",
    "127.1, PRIVATE",
    "0x7f.1, PRIVATE",
    "0xa.0.0.1, PRIVATE",
    "012.1.2.3, PRIVATE",
    "192.168.257, PRIVATE",
    "2852039166, NEVER", // 169.254.169.254
    "0xa9fea9fe, NEVER",
    "0251.0376.0251.0376, NEVER",
    "169.254.43518, NEVER",
    "0, NEVER",
    "127.0.0.1., PRIVATE",
    "%31%32%37.0.0.1, PRIVATE",
    "１２７.0.0.1, PRIVATE", // full-width digits
    "127。0。0。1, PRIVATE", // ideographic full stops
    "[0:0:0:0:0:FFFF:7F00:0001], PRIVATE",
    "[::ffff:0a00:0001], PRIVATE"
  })
  void everySpellingOfAnAddressHasTheSameClass(String host, AddressClass expected) {
    assertEquals(expected, classify(host));
  }

  @Property
  void embeddedIpv4AddressHasItsOwnClassOrIsNotPublic(@ForAll @Size(4) byte[] ipv4) {
    AddressClass plain = SpecialPurposeAddresses.classify(ipv4);
    assertEquals(plain, SpecialPurposeAddresses.classify(embed("[::ffff:0:0]", ipv4)));
    assertEquals(plain, SpecialPurposeAddresses.classify(embed("[64:ff9b::]", ipv4)));
    assertNotEquals(PUBLIC, SpecialPurposeAddresses.classify(embed("[::]", ipv4)));
    assertNotEquals(PUBLIC, SpecialPurposeAddresses.classify(embed("[2a00::5efe:0:0]", ipv4)));
  }

  @Property
  void onlyGlobalUnicastIpv6AndEmbeddedIpv4ArePublic(@ForAll @Size(16) byte[] ipv6) {
    if ((ipv6[0] & 0xe0) != 0x20 && ipv6[0] != 0) {
      assertNotEquals(PUBLIC, SpecialPurposeAddresses.classify(ipv6));
    }
  }

  private static byte[] embed(String prefix, byte[] ipv4) {
    byte[] address = WebUrl.parse("http://" + prefix).ipAddress();
    byte[] embedded = Arrays.copyOf(address, 16);
    System.arraycopy(ipv4, 0, embedded, 12, 4);
    return embedded;
  }
}
