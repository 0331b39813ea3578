package dev.symbolicator.profile.scan;

import dev.symbolicator.profile.ProfileReading.NotJson;

/** Describes places at which a body stops being JSON in UTF-8. */
final class Malformed {
  private Malformed() {}

  /** Describes the next byte of a window, which JSON does not allow there, or the body's end. */
  static UnreadableException at(Window window) {
    return new UnreadableException(
        window.at == window.end
            ? new NotJson(window.position(), "The JSON value is cut off.")
            : unexpected(window.position(), window.bytes[window.at]));
  }

  private static NotJson unexpected(long byteOffset, byte offender) {
    String shown = offender > ' ' && offender < 0x7F ? "'" + (char) offender + "'" : "This byte";
    return new NotJson(byteOffset, shown + " cannot stand here in JSON.");
  }

  /** Describes the next byte of a window, which begins a malformed sequence of UTF-8. */
  static UnreadableException notUtf8(Window window) {
    return new UnreadableException(NotJson.notUtf8(window.position()));
  }
}
