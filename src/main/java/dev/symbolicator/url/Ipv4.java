package dev.symbolicator.url;

import org.jspecify.annotations.Nullable;

/**
 * IPv4 addresses in every spelling a browser takes: decimal, octal, hexadecimal, one to four parts
 * (section 3.5).
 */
final class Ipv4 {
  /** More than any address: what a number too large for one is cut to. */
  private static final long TOO_LARGE = 1L << 33;

  private static final long NOT_A_NUMBER = -1;

  private Ipv4() {}

  /** Whether the last label is a number, so that the host is an IPv4 address or nothing. */
  static boolean endsInNumber(String domain) {
    int end = domain.endsWith(".") ? domain.length() - 1 : domain.length();
    String last = domain.substring(domain.lastIndexOf('.', end - 1) + 1, end);
    return isDigits(last) || number(last) != NOT_A_NUMBER;
  }

  /** The four bytes of the address in network order, or null. */
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

  /** The IPv4 number parser: {@code 0x} alone is zero, a leading zero means octal. */
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
