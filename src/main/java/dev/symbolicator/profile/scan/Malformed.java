package dev.symbolicator.profile.scan;

import dev.symbolicator.profile.ProfileReading.NotJson;

/** Describes places at which a body stops being JSON in UTF-8. */
final class Malformed {
  private Malformed() {}

  /** Describes the next byte of a window, which JSON does not allow there, or the body's end. */
  static UnreadableException at(Window window) {
    return new UnreadableException(
        window.at == window.end
            ? NotJson.cutOff(window.position())
            : NotJson.unexpected(window.position(), window.bytes[window.at]));
  }

  /** Describes the next byte of a window, which begins a malformed sequence of UTF-8. */
  static UnreadableException notUtf8(Window window) {
    return new UnreadableException(NotJson.notUtf8(window.position()));
  }
}
