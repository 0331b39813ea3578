package dev.symbolicator.profile;

import dev.symbolicator.json.JsonException;

/**
 * The outcome of reading a body. Byte offsets are 0-based and count from the first byte of the
 * body, including a byte order mark.
 */
public sealed interface ProfileReading {
  /** The body holds a profile. */
  record ReadProfile(Profile profile) implements ProfileReading {}

  /**
   * The profile is sound, but does not have what the caller asked for.
   *
   * @param isTooCoarse whether its samples are too far apart, else its format never has it
   * @param detail what is asked for and what to do instead, in whole sentences
   */
  record Unavailable(boolean isTooCoarse, String detail) implements ProfileReading {}

  /**
   * The body is not JSON in UTF-8 (RFC 8259).
   *
   * @param byteOffset the first byte of a malformed UTF-8 sequence, the first byte that JSON does
   *     not allow at its place, or the body's length if the body ends too early
   * @param detail one sentence for the caller; shows at most that byte of the body
   * @param advice what the caller should do, in one or two sentences
   */
  record NotJson(long byteOffset, String detail, String advice) implements ProfileReading {
    private static final String USUAL_ADVICE = "Send the whole profile as JSON in UTF-8.";

    /** Makes a reading with the usual advice. */
    public NotJson(long byteOffset, String detail) {
      this(byteOffset, detail, USUAL_ADVICE);
    }

    /** Returns the reading of a body with a malformed sequence of UTF-8. */
    public static NotJson notUtf8(long byteOffset) {
      return new NotJson(byteOffset, "The body is not UTF-8.");
    }
  }

  /**
   * The body is JSON, but no profile of a supported format, or a member that must be read violates
   * the format.
   *
   * @param pointer the wrong value (RFC 6901); empty for the whole body
   * @param byteOffset the beginning of that value
   * @param detail one or two sentences for the caller
   */
  record Invalid(String pointer, long byteOffset, String detail) implements ProfileReading {}

  /**
   * The body exceeds one of the {@link ProfileLimits}.
   *
   * @param limitName the limit's name, such as {@code max-nesting}
   * @param limit the limit's value
   * @param byteOffset the place at which the limit was exceeded
   */
  record LimitExceeded(String limitName, long limit, long byteOffset) implements ProfileReading {}

  /** There was not enough memory to read the body. */
  record OutOfMemory() implements ProfileReading {}

  /** Returns the reading of a body that a reader within some limits refused. */
  static ProfileReading refused(JsonException refusal, ProfileLimits limits) {
    long offset = refusal.offset();
    return switch (refusal.fault()) {
      case NOT_UTF8 -> NotJson.notUtf8(offset);
      case TOO_DEEP -> new LimitExceeded(ProfileLimits.MAX_NESTING, limits.maxNesting(), offset);
      case TOO_LONG ->
          new LimitExceeded(ProfileLimits.MAX_STRING_LENGTH, limits.maxStringLength(), offset);
      case CUT_OFF, UNEXPECTED -> new NotJson(offset, String.valueOf(refusal.getMessage()));
    };
  }

  /** Ends the reading of a body that cannot be read as a profile. */
  final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;
    private final transient ProfileReading reading;

    /** Makes an exception that ends with a problem. */
    public UnreadableException(ProfileReading reading) {
      super(reading.toString(), null, false, false);
      this.reading = reading;
    }

    /** Makes an exception for a value that violates its format. */
    public static UnreadableException invalid(String pointer, long offset, String detail) {
      return new UnreadableException(new ProfileReading.Invalid(pointer, offset, detail));
    }

    /** Makes an exception for a body that exceeds one of the {@link ProfileLimits}. */
    public static UnreadableException exceeded(String limitName, long limit, long offset) {
      return new UnreadableException(new ProfileReading.LimitExceeded(limitName, limit, offset));
    }

    /** Returns the problem. */
    public ProfileReading reading() {
      return reading;
    }
  }
}
