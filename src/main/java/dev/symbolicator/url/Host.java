package dev.symbolicator.url;

import dev.symbolicator.url.PercentCoding.PercentEncodeSet;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A host: a domain, an IP address, or the opaque text of a scheme that is not special (URL
 * Standard, section 3).
 */
final class Host {
  static final Host EMPTY = new Host("", null);

  private static final String FORBIDDEN = "\0\t\n\r #/:<>?@[\\]^|";

  private final String text;
  private final byte @Nullable [] address;

  private Host(String text, byte @Nullable [] address) {
    this.text = text;
    this.address = address;
  }

  /** Returns the serialised host: lower-case ASCII, with brackets around an IPv6 address. */
  String text() {
    return text;
  }

  /** Returns a copy of the 4 or 16 bytes of an IP address; null for a name. */
  byte @Nullable [] address() {
    return address == null ? null : address.clone();
  }

  /** Parses like the standard's host parser (section 3.5); null for a failure. */
  static @Nullable Host parse(String input, boolean special) {
    if (input.startsWith("[")) {
      return input.endsWith("]") ? ipv6(input.substring(1, input.length() - 1)) : null;
    }
    return special ? domainOrIpv4(input) : opaque(input);
  }

  private static @Nullable Host ipv6(String text) {
    byte[] address = Ipv6.parse(text);
    return address == null ? null : new Host('[' + Ipv6.serialise(address) + ']', address);
  }

  private static @Nullable Host domainOrIpv4(String input) {
    String domain =
        input.indexOf('%') < 0
            ? input
            : new String(PercentCoding.decode(input), StandardCharsets.UTF_8);
    String ascii = DomainToAscii.convert(domain);
    if (ascii == null) {
      return null;
    }
    if (!Ipv4.endsInNumber(ascii)) {
      return new Host(ascii, null);
    }
    byte[] address = Ipv4.parse(ascii);
    return address == null ? null : new Host(Ipv4.serialise(address), address);
  }

  private static @Nullable Host opaque(String input) {
    return input.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0)
        ? null
        : new Host(PercentCoding.encode(input, PercentEncodeSet.C0_CONTROL), null);
  }
}
