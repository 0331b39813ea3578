package dev.symbolicator.profile.json;

import dev.symbolicator.profile.ProfileReading;
import java.io.IOException;

/** Ends the reading of a text that is not JSON, or exceeds a limit. */
final class JsonReadException extends IOException {
  private static final long serialVersionUID = 1;
  private final transient ProfileReading reading;

  JsonReadException(ProfileReading reading) {
    this.reading = reading;
  }

  /** Returns the problem. */
  ProfileReading reading() {
    return reading;
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
