package dev.symbolicator.profile;

import java.util.function.LongPredicate;

/** A format of whole bodies, which the body's structure tells from others. */
public interface BodyFormat {
  /** Returns the name that profiles of this format have, such as {@code sentry-envelope}. */
  String name();

  /** Tells whether a body is of this format. */
  boolean recognises(ProfileBody body);

  /**
   * Reads a body that is recognised.
   *
   * @param memory takes a number of bytes from a budget, beside the body itself, for reading and
   *     writing the profile. A result of false ends the reading.
   */
  ProfileReading read(ProfileBody body, ProfileLimits limits, LongPredicate memory);
}
