package dev.symbolicator.api.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads an item with a weight, as in {@code gzip;q=0.5} (RFC 9110, section 12.4.2). */
final class Weighted {
  private static final Pattern WEIGHT =
      Pattern.compile("(?i);\\s*q=([01](?:\\.[0-9]{0,3})?)\\s*(?:;|$)");

  private Weighted() {}

  /** Returns the item without its parameters. */
  static String name(String item) {
    int end = item.indexOf(';');
    return (end < 0 ? item : item.substring(0, end)).strip();
  }

  /** Returns the item's weight; 1 if the item names none, or a malformed one. */
  static double weight(String item) {
    Matcher weight = WEIGHT.matcher(item);
    return weight.find() ? Math.min(1, Double.parseDouble(weight.group(1))) : 1;
  }
}
