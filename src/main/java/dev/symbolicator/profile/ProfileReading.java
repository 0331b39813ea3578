package dev.symbolicator.profile;

import dev.symbolicator.json.JsonException;

/**
 * The outcome of reading a body. Byte offsets count from the body's first byte, a byte order mark
 * included.
 */
public sealed interface ProfileReading {
  record ReadProfile(Profile profile) implements ProfileReading {}

  /**
   * The profile is sound, but does not have what the caller asked for: its samples are too far
   * apart, or its format never has it. The detail says what to do instead, in whole sentences.
   */
  record Unavailable(boolean isTooCoarse, String detail) implements ProfileReading {}

  /**
   * The body is not JSON in UTF-8 (RFC 8259) from the first offending byte on, or the body's end.
   * The detail, one sentence, shows at most that byte; the advice is one or two sentences.
   */
  record NotJson(long byteOffset, String detail, String advice) implements ProfileReading {
    private static final String USUAL_ADVICE = "Send the whole profile as JSON in UTF-8.";

    public NotJson(long byteOffset, String detail) {
      this(byteOffset, detail, USUAL_ADVICE);
    }

    /** Returns the reading of a body with a malformed sequence of UTF-8. */
    public static NotJson notUtf8(long byteOffset) {
      return new NotJson(byteOffset, "The body is not UTF-8.");
    }
  }

  /**
   * The body is JSON, but no profile of a supported format, or a member at a pointer (RFC 6901;
   * empty for the whole body) violates the format.
   */
  record Invalid(String pointer, long byteOffset, String detail) implements ProfileReading {}

  /**
   * The body exceeds one of the {@link ProfileLimits}, such as {@code max-nesting}, at an offset.
   */
  record LimitExceeded(String limitName, long limit, long byteOffset) implements ProfileReading {}

  record OutOfMemory() implements ProfileReading {}

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

    public UnreadableException(ProfileReading reading) {
      super(reading.toString(), null, false, false);
      this.reading = reading;
    }

    public static UnreadableException invalid(String pointer, long offset, String detail) {
      return new UnreadableException(new ProfileReading.Invalid(pointer, offset, detail));
    }

    public static UnreadableException exceeded(String limitName, long limit, long offset) {
      return new UnreadableException(new ProfileReading.LimitExceeded(limitName, limit, offset));
    }

    /** Returns the problem. */
    public ProfileReading reading() {
      return reading;
    }
  }
}
