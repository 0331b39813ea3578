package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass.NEVER;
import static dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass.PRIVATE;
import static dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass.PUBLIC;

import dev.symbolicator.url.WebUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Public addresses and others, by the IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC
 * 6890) and clouds' own. IPv4 is public unless listed; IPv6 if global unicast (2000::/3) or listed.
 * IPv4-mapped and NAT64's well-known prefix have the class of their IPv4 address. Deprecated forms
 * (IPv4-compatible, 6to4, Teredo, ISATAP) and the ambiguous local-use NAT64 prefix are refused.
 */
final class SpecialPurposeAddresses {
  private static final List<AddressBlock> IPV4 =
      List.of(
          block("0.0.0.0", 8, NEVER), // this network
          block("10.0.0.0", 8, PRIVATE),
          block("100.100.100.200", 32, NEVER), // metadata of Alibaba Cloud, inside 100.64/10
          block("100.64.0.0", 10, PRIVATE), // carrier-grade NAT
          block("127.0.0.0", 8, PRIVATE), // loopback
          block("168.63.129.16", 32, NEVER), // Azure's platform, reachable only from its machines
          block("169.254.0.0", 16, NEVER), // link-local, metadata of most clouds
          block("172.16.0.0", 12, PRIVATE),
          block("192.0.0.0", 24, NEVER), // IETF protocol assignments, metadata of Oracle Cloud
          block("192.0.2.0", 24, NEVER), // documentation
          block("192.31.196.0", 24, NEVER), // AS112
          block("192.52.193.0", 24, NEVER), // AMT
          block("192.88.99.0", 24, NEVER), // 6to4 relays, deprecated
          block("192.168.0.0", 16, PRIVATE),
          block("192.175.48.0", 24, NEVER), // AS112
          block("198.18.0.0", 15, NEVER), // benchmarks
          block("198.51.100.0", 24, NEVER), // documentation
          block("203.0.113.0", 24, NEVER), // documentation
          block("224.0.0.0", 4, NEVER), // multicast
          block("240.0.0.0", 4, NEVER)); // reserved, broadcast

  private static final List<AddressBlock> IPV6 =
      List.of(
          block("[::1]", 128, PRIVATE), // loopback
          block("[2001::]", 23, NEVER), // IETF protocol assignments, Teredo among them
          block("[2001:db8::]", 32, NEVER), // documentation
          block("[2002::]", 16, NEVER), // 6to4, deprecated
          block("[2620:4f:8000::]", 48, NEVER), // AS112
          block("[3fff::]", 20, NEVER), // documentation
          block("[2000::]", 3, PUBLIC), // global unicast
          block("[fd00:c1::a9fe:a9fe]", 128, NEVER), // metadata of Oracle Cloud
          block("[fd00:ec2::]", 32, NEVER), // metadata and other link services of AWS
          block("[fd20:ce::254]", 128, NEVER), // metadata of Google Cloud
          block("[fc00::]", 7, PRIVATE)); // unique local

  private static final AddressBlock IPV4_MAPPED = block("[::ffff:0:0]", 96, PUBLIC);
  private static final AddressBlock NAT64 = block("[64:ff9b::]", 96, PUBLIC);

  private SpecialPurposeAddresses() {}

  /** Classifies 4 or 16 bytes in network order. */
  static AddressClass classify(byte[] address) {
    if (address.length == 4) {
      return firstMatch(IPV4, address, PUBLIC);
    }
    if (IPV4_MAPPED.contains(address) || NAT64.contains(address)) {
      return classify(Arrays.copyOfRange(address, 12, 16));
    }
    return isIsatap(address) ? NEVER : firstMatch(IPV6, address, NEVER);
  }

  /** Returns all blocks, each like {@code 10.0.0.0/8}, for the test of the egress policy. */
  static List<String> blocks() {
    return Stream.concat(IPV4.stream(), IPV6.stream()).map(AddressBlock::toString).toList();
  }

  /** Tells whether an IPv4 address follows 0000:5efe (RFC 5214, section 6.1). */
  private static boolean isIsatap(byte[] address) {
    return (address[8] & ~3) == 0
        && address[9] == 0
        && address[10] == 0x5e
        && address[11] == (byte) 0xfe;
  }

  private static AddressClass firstMatch(
      List<AddressBlock> blocks, byte[] address, AddressClass other) {
    for (AddressBlock block : blocks) {
      if (block.contains(address)) {
        return block.addressClass;
      }
    }
    return other;
  }

  private static AddressBlock block(String prefix, int bits, AddressClass addressClass) {
    WebUrl url = Objects.requireNonNull(WebUrl.parse("http://" + prefix));
    return new AddressBlock(Objects.requireNonNull(url.ipAddress()), bits, addressClass);
  }

  private static final class AddressBlock {
    private final byte[] prefix;
    private final int bits;
    private final AddressClass addressClass;

    private AddressBlock(byte[] prefix, int bits, AddressClass addressClass) {
      this.prefix = prefix;
      this.bits = bits;
      this.addressClass = addressClass;
    }

    private boolean contains(byte[] address) {
      int whole = bits / 8;
      if (!Arrays.equals(address, 0, whole, prefix, 0, whole)) {
        return false;
      }
      int rest = bits % 8;
      return rest == 0 || ((address[whole] ^ prefix[whole]) & 0xff) >> (8 - rest) == 0;
    }

    @Override
    public String toString() {
      try {
        return InetAddress.getByAddress(prefix).getHostAddress() + "/" + bits;
      } catch (UnknownHostException impossible) {
        throw new IllegalStateException("a prefix has 4 or 16 bytes", impossible);
      }
    }
  }

  /** The classes of IP addresses: whether a request whose URL a stranger chose may go there. */
  enum AddressClass {
    /** On the open internet. */
    PUBLIC,
    /** Loopback and private networks: only where the operator allows it. */
    PRIVATE,
    /** Link-local, cloud metadata, multicast, reserved, documentation, tunnels: never. */
    NEVER
  }
}
