package dev.symbolicator.profile.scan;

import dev.symbolicator.profile.ProfileReading;

/** Describes places at which a body stops being JSON in UTF-8. */
final class Malformed {
  private Malformed() {}

  /** Describes the next byte of a window, which JSON does not allow there, or the body's end. */
  static UnreadableException at(Window window) {
    if (window.at == window.end) {
      return notJson(window.position(), "The JSON value is cut off.");
    }
    byte offender = window.bytes[window.at];
    String shown = offender > ' ' && offender < 0x7F ? "'" + (char) offender + "'" : "This byte";
    return notJson(window.position(), shown + " cannot stand here in JSON.");
  }

  /** Describes the next byte of a window, which begins a malformed sequence of UTF-8. */
  static UnreadableException notUtf8(Window window) {
    return notJson(window.position(), "The body is not UTF-8.");
  }

  private static UnreadableException notJson(long offset, String detail) {
    return new UnreadableException(new ProfileReading.NotJson(offset, detail));
  }
}
