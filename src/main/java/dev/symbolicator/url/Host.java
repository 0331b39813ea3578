package dev.symbolicator.url;

import com.ibm.icu.text.IDNA;
import com.ibm.icu.util.ICUInputTooLongException;
import dev.symbolicator.url.PercentCoding.PercentEncodeSet;
import dev.symbolicator.url.UrlParser.UrlInput.Ascii;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A domain, an IP address, or the opaque text of a scheme that is not special (URL Standard,
 * section 3).
 */
final class Host {
  static final Host EMPTY = new Host("", null);

  private static final String FORBIDDEN = "\0\t\n\r #/:<>?@[\\]^|";

  final String text;
  private final byte @Nullable [] address;

  private Host(String text, byte @Nullable [] address) {
    this.text = text;
    this.address = address;
  }

  /** Returns a copy of the 4 or 16 bytes of an IP address; null for a name. */
  byte @Nullable [] address() {
    return address == null ? null : address.clone();
  }

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

  /** Converts a domain to ASCII by UTS #46: URL Standard, section 3.3, with beStrict false. */
  static final class DomainToAscii {
    /**
     * In UTF-16 units, before and after the conversion: Punycode takes quadratic time. Names that
     * can be looked up have at most 253 octets in ASCII.
     */
    static final int MAX_UNICODE_LENGTH = 512;

    private static final String FORBIDDEN = "\u007f #/:<>?@[\\]^|%";

    private DomainToAscii() {}

    static @Nullable String convert(String domain) {
      String ascii = needsUts46(domain) ? Uts46.toAscii(domain) : domain.toLowerCase(Locale.ROOT);
      return ascii == null || ascii.isEmpty() || hasForbiddenCodePoint(ascii) ? null : ascii;
    }

    private static boolean needsUts46(String domain) {
      boolean labelStart = true;
      for (int i = 0; i < domain.length(); i++) {
        char c = domain.charAt(i);
        if (c >= 0x80 || (labelStart && domain.regionMatches(true, i, "xn--", 0, 4))) {
          return true;
        }
        labelStart = c == '.';
      }
      return false;
    }

    private static boolean hasForbiddenCodePoint(String ascii) {
      return ascii.chars().anyMatch(c -> c < ' ' || FORBIDDEN.indexOf(c) >= 0);
    }

    /** Keeps ICU and its data unloaded until a name needs them. */
    private static final class Uts46 {
      private static final IDNA PROCESSOR =
          IDNA.getUTS46Instance(
              IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ);

      /** The errors that CheckHyphens=false and VerifyDnsLength=false allow. */
      private static final Set<IDNA.Error> IGNORED =
          EnumSet.of(
              IDNA.Error.EMPTY_LABEL,
              IDNA.Error.LABEL_TOO_LONG,
              IDNA.Error.DOMAIN_NAME_TOO_LONG,
              IDNA.Error.LEADING_HYPHEN,
              IDNA.Error.TRAILING_HYPHEN,
              IDNA.Error.HYPHEN_3_4);

      static @Nullable String toAscii(String domain) {
        if (domain.length() > MAX_UNICODE_LENGTH) {
          return null;
        }
        IDNA.Info info = new IDNA.Info();
        try {
          String ascii = PROCESSOR.nameToASCII(domain, new StringBuilder(), info).toString();
          return IGNORED.containsAll(info.getErrors()) && ascii.length() <= MAX_UNICODE_LENGTH
              ? ascii
              : null;
        } catch (ICUInputTooLongException e) {
          return null;
        }
      }
    }
  }

  /**
   * Reads IPv4 addresses in every spelling of browsers: one to four decimal, octal or hexadecimal
   * parts (URL Standard, section 3.5).
   */
  static final class Ipv4 {
    /** Stands for every number that is larger than any address. */
    private static final long TOO_LARGE = 1L << 33;

    private static final long NOT_A_NUMBER = -1;

    private Ipv4() {}

    /** Tells whether the last label is a number. Such a host is an IPv4 address or a failure. */
    static boolean endsInNumber(String domain) {
      int end = domain.endsWith(".") ? domain.length() - 1 : domain.length();
      String last = domain.substring(domain.lastIndexOf('.', end - 1) + 1, end);
      return isDigits(last) || number(last) != NOT_A_NUMBER;
    }

    static byte @Nullable [] parse(String domain) {
      String withoutDot = domain.endsWith(".") ? domain.substring(0, domain.length() - 1) : domain;
      String[] parts = withoutDot.split("\\.", 6);
      if (parts.length > 4) {
        return null;
      }
      long address = 0;
      for (int i = 0; i < parts.length; i++) {
        boolean last = i == parts.length - 1;
        int bytes = last ? 4 - i : 1;
        long number = number(parts[i]);
        if (number == NOT_A_NUMBER || number >= 1L << (8 * bytes)) {
          return null;
        }
        address = (address << (8 * bytes)) | number;
      }
      return new byte[] {
        (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address
      };
    }

    static String serialise(byte[] address) {
      return (address[0] & 0xff)
          + "."
          + (address[1] & 0xff)
          + "."
          + (address[2] & 0xff)
          + "."
          + (address[3] & 0xff);
    }

    private static long number(String part) {
      if (part.isEmpty()) {
        return NOT_A_NUMBER;
      }
      int radix = 10;
      int from = 0;
      if (part.startsWith("0x") || part.startsWith("0X")) {
        radix = 16;
        from = 2;
      } else if (part.length() >= 2 && part.charAt(0) == '0') {
        radix = 8;
        from = 1;
      }
      long value = 0;
      for (int i = from; i < part.length(); i++) {
        int digit = Ascii.digit(part.charAt(i), radix);
        if (digit < 0) {
          return NOT_A_NUMBER;
        }
        value = Math.min(value * radix + digit, TOO_LARGE);
      }
      return value;
    }

    private static boolean isDigits(String part) {
      return !part.isEmpty() && part.chars().allMatch(Ascii::isDigit);
    }
  }

  /**
   * Reads IPv6 addresses without brackets (URL Standard, section 3.5), and writes them by RFC 5952,
   * section 4.
   */
  static final class Ipv6 {
    private static final int PIECES = 8;

    private final String text;
    private int position;

    private Ipv6(String text) {
      this.text = text;
    }

    /** Returns the sixteen bytes in network order; null for a failure, such as a zone id. */
    static byte @Nullable [] parse(String text) {
      return new Ipv6(text).parse();
    }

    private byte @Nullable [] parse() {
      int[] pieces = new int[PIECES];
      int count = 0;
      int compress = -1;
      if (text.startsWith(":")) {
        if (!text.startsWith("::")) {
          return null;
        }
        position = 2;
        compress = 0;
      }
      while (position < text.length()) {
        if (count == PIECES) {
          return null;
        }
        if (text.charAt(position) == ':') {
          if (compress >= 0) {
            return null;
          }
          position++;
          compress = count;
          continue;
        }
        int start = position;
        int piece = piece();
        if (position < text.length() && text.charAt(position) == '.') {
          position = start;
          long embedded = count > PIECES - 2 ? -1 : embeddedIpv4();
          if (embedded < 0) {
            return null;
          }
          pieces[count++] = (int) (embedded >> 16);
          pieces[count++] = (int) (embedded & 0xffff);
          break;
        }
        if (position == start || !separatorOrEnd()) {
          return null;
        }
        pieces[count++] = piece;
      }
      boolean complete = compress < 0 ? count == PIECES : count < PIECES;
      return complete ? bytes(pieces, count, compress) : null;
    }

    private int piece() {
      int value = 0;
      for (int digits = 0; digits < 4 && position < text.length(); digits++) {
        int digit = Ascii.digit(text.charAt(position), 16);
        if (digit < 0) {
          break;
        }
        value = (value << 4) | digit;
        position++;
      }
      return value;
    }

    private boolean separatorOrEnd() {
      if (position == text.length()) {
        return true;
      }
      return text.charAt(position++) == ':' && position < text.length();
    }

    /** Consumes four decimal numbers without leading zeros, up to the end; else -1. */
    private long embeddedIpv4() {
      long address = 0;
      for (int part = 0; part < 4; part++) {
        if (part > 0 && (position == text.length() || text.charAt(position++) != '.')) {
          return -1;
        }
        int start = position;
        int value = 0;
        while (position < text.length() && position - start < 4) {
          int digit = Ascii.digit(text.charAt(position), 10);
          if (digit < 0) {
            break;
          }
          value = value * 10 + digit;
          position++;
        }
        int digits = position - start;
        if (digits == 0 || value > 255 || (digits > 1 && text.charAt(start) == '0')) {
          return -1;
        }
        address = (address << 8) | value;
      }
      return position == text.length() ? address : -1;
    }

    private static byte[] bytes(int[] pieces, int count, int compress) {
      byte[] address = new byte[2 * PIECES];
      int zeros = PIECES - count;
      for (int i = 0; i < count; i++) {
        int target = compress >= 0 && i >= compress ? i + zeros : i;
        address[2 * target] = (byte) (pieces[i] >> 8);
        address[2 * target + 1] = (byte) pieces[i];
      }
      return address;
    }

    static String serialise(byte[] address) {
      int[] pieces = new int[PIECES];
      for (int i = 0; i < PIECES; i++) {
        pieces[i] = ((address[2 * i] & 0xff) << 8) | (address[2 * i + 1] & 0xff);
      }
      int compress = -1;
      int longest = 1;
      for (int i = 0; i < PIECES; i++) {
        int zeros = zerosFrom(pieces, i);
        if (zeros > longest) {
          compress = i;
          longest = zeros;
        }
      }
      StringBuilder out = new StringBuilder();
      int i = 0;
      while (i < PIECES) {
        if (i == compress) {
          out.append("::");
          i += longest;
        } else {
          boolean afterColons = i == 0 || i == compress + longest;
          out.append(afterColons ? "" : ":").append(Integer.toHexString(pieces[i]));
          i++;
        }
      }
      return out.toString();
    }

    private static int zerosFrom(int[] pieces, int start) {
      int end = start;
      while (end < PIECES && pieces[end] == 0) {
        end++;
      }
      return end - start;
    }
  }
}
