package dev.symbolicator.profile.json;

import dev.symbolicator.memory.EightBytes;

/** Checks UTF-8 (RFC 3629): no overlong form, no surrogate, no code point above U+10FFFF. */
public final class Utf8Check {
  private static final long NOT_ASCII = 0x8080808080808080L;

  private Utf8Check() {}

  /** Returns the offset of the first byte of the first malformed sequence; -1 if there is none. */
  public static int firstMalformed(JsonText text) {
    byte[] bytes = text.bytes();
    int end = text.end();
    int at = text.start();
    while (at < end) {
      if (at <= end - Long.BYTES && (EightBytes.at(bytes, at) & NOT_ASCII) == 0) {
        at += Long.BYTES;
      } else if (bytes[at] >= 0) {
        at++;
      } else {
        int length = sequenceLength(bytes, at, end);
        if (length == 0) {
          return at;
        }
        at += length;
      }
    }
    return -1;
  }

  /**
   * Returns the length of a sequence of several bytes; 0 if the sequence is malformed or cut off.
   * Only the second byte's range depends on the first byte (RFC 3629, section 4).
   *
   * @param at the index of the first byte, which is not ASCII
   * @param end the index behind the last byte of the text
   */
  public static int sequenceLength(byte[] bytes, int at, int end) {
    int lead = bytes[at] & 0xFF;
    if (lead < 0xC2 || lead > 0xF4) {
      return 0;
    }
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (at + length > end) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
