package dev.symbolicator.profile;

import java.io.IOException;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * A format whose bodies may be larger than the memory. One pass over the body reads the scripts and
 * positions; another one writes the profile.
 */
public interface LargeFormat {
  /** Returns the name that profiles of this format have, such as {@code heapsnapshot}. */
  String name();

  /** Returns all names by which callers may ask for this format. */
  default List<String> names() {
    return List.of(name());
  }

  /**
   * Tells whether a body is of this format.
   *
   * @param head the body's first bytes, at most {@link #HEAD_BYTES}
   */
  boolean recognises(byte[] head);

  /** The most bytes by which a body is recognised. */
  int HEAD_BYTES = 1 << 10;

  /**
   * Reads a body that is recognised.
   *
   * @param body needed until the profile is written
   * @param memory takes a number of bytes from a budget for reading and writing the profile. A
   *     result of false ends the reading.
   * @throws IOException if the body's bytes cannot be read
   */
  ProfileReading read(BodyBytes body, ProfileLimits limits, LongPredicate memory)
      throws IOException;
}
