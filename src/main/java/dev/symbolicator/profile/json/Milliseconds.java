package dev.symbolicator.profile.json;

/** Writes times in milliseconds as JSON numbers. */
public final class Milliseconds {
  private static final int MICROS = 1000;

  private Milliseconds() {}

  /** Returns microseconds, 0 or more, as milliseconds with as few digits as possible. */
  public static String ofMicros(long micros) {
    String whole = Long.toString(micros / MICROS);
    String fraction = Long.toString(MICROS + micros % MICROS);
    int end = fraction.length();
    while (fraction.charAt(end - 1) == '0') {
      end--;
    }
    return end == 1 ? whole : whole + "." + fraction.substring(1, end);
  }
}
