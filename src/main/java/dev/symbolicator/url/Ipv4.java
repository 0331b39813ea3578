package dev.symbolicator.url;

import dev.symbolicator.url.UrlInput.Ascii;
import org.jspecify.annotations.Nullable;

/**
 * Reads IPv4 addresses in every spelling that browsers take: one to four parts in decimal, octal or
 * hexadecimal (URL Standard, section 3.5).
 */
final class Ipv4 {
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

  /** Returns the four bytes of the address in network order; null for a failure. */
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

  /** Parses a number: {@code 0x} alone is zero, and a leading zero means octal. */
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
