package dev.symbolicator.profile;

import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A profile that can be summed up for people. */
public interface SummarisedProfile {
  /** The most entries of each list of a summary. */
  int MAX_ENTRIES = 200;

  /**
   * Returns a summary as a JSON object in UTF-8.
   *
   * @param answers like in {@link Profile#write}
   * @param report serialised JSON that becomes the member {@code symbolication}; null for none
   * @return null if there is too little memory
   * @throws IOException if the body's bytes cannot be read
   */
  byte @Nullable [] summary(
      Function<ProfileFrame, @Nullable OriginalFrame> answers, byte @Nullable [] report)
      throws IOException;
}
