package dev.symbolicator.profile.scan;

import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;

/** Ends the reading of a body that cannot be read as a profile. */
public final class UnreadableException extends Exception {
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
