package dev.symbolicator.profile;

/**
 * What came of reading a body. Byte offsets are 0-based and count from the first byte of the body,
 * a byte order mark included.
 */
public sealed interface ProfileReading {
  /** The body holds a profile. */
  record ReadProfile(Profile profile) implements ProfileReading {}

  /**
   * The body is not JSON in UTF-8 (RFC 8259).
   *
   * @param byteOffset where it stops being so: the first byte of a malformed UTF-8 sequence, the
   *     byte that cannot stand where it stands, or the body's length if it ends too early
   * @param detail one sentence for the caller; holds nothing of the body but that one character
   */
  record NotJson(long byteOffset, String detail) implements ProfileReading {}

  /**
   * The body is JSON, but no profile of a supported format, or a member the service has to
   * understand is not as the format says.
   *
   * @param pointer the value in question (RFC 6901); empty for the whole body
   * @param byteOffset where that value begins
   * @param detail one or two sentences for the caller
   */
  record Invalid(String pointer, long byteOffset, String detail) implements ProfileReading {}

  /**
   * The body exceeds one of the {@link ProfileLimits}.
   *
   * @param limitName the limit's name, such as {@code max-nesting}
   * @param limit its value
   * @param byteOffset where it was exceeded
   */
  record LimitExceeded(String limitName, long limit, long byteOffset) implements ProfileReading {}

  /** There was not the memory to read it. */
  record OutOfMemory() implements ProfileReading {}
}
