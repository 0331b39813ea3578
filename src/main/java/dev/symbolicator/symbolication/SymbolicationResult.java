package dev.symbolicator.symbolication;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of one symbolication. */
public sealed interface SymbolicationResult {

  /**
   * A profile, ready to be written.
   *
   * @param mostBytes the most bytes that are written
   * @param shape how the answer differs from the profile as it was sent
   */
  record Symbolicated(
      String format,
      String mediaType,
      long mostBytes,
      SymbolicationReport report,
      Timings timings,
      AnswerShape shape,
      ProfileWriter profile)
      implements SymbolicationResult {

    /** Makes an answer of the shape in which the profile was sent. */
    public Symbolicated(
        String format,
        String mediaType,
        long mostBytes,
        SymbolicationReport report,
        Timings timings,
        ProfileWriter profile) {
      this(format, mediaType, mostBytes, report, timings, AnswerShape.UNCHANGED, profile);
    }
  }

  /**
   * The shape of an answer.
   *
   * @param fileName the name of the file of an export; null for a profile in its own format
   * @param isCompressed whether compressing the answer again is of no use
   * @param reduction what was left out, as a structured field (RFC 9651); null if nothing was asked
   *     for
   */
  record AnswerShape(@Nullable String fileName, boolean isCompressed, @Nullable String reduction) {
    /** The shape of a profile as it was sent. */
    static final AnswerShape UNCHANGED = new AnswerShape(null, false, null);
  }

  /**
   * Scripts or their fetched sources are missing and may be there a little later, and the caller
   * asked for a refusal in that case.
   *
   * @param missing the incomplete scripts
   * @param retryAfter the shortest time after which to ask again
   */
  record Incomplete(
      SymbolicationReport report,
      List<SymbolicationReport.ScriptEntry> missing,
      Duration retryAfter)
      implements SymbolicationResult {}

  /** The body is no profile that this service reads. */
  record RejectedProfile(RejectionReason reason, String detail, BodyPlace place)
      implements SymbolicationResult {}

  /** The reason why a body is rejected. */
  enum RejectionReason {
    /** Not JSON in UTF-8. */
    NOT_JSON,
    /** JSON, but no profile of a known format, or one with a value of the wrong kind. */
    NOT_A_PROFILE,
    /** A profile, whose format does not have what the caller asked for. */
    NOT_AVAILABLE,
    /** A profile, whose samples are too far apart for what the caller asked for. */
    TOO_COARSE,
    /** A limit of {@link dev.symbolicator.profile.ProfileLimits} is passed. */
    LIMIT,
    /** There is no memory to spare for the profile. */
    OUT_OF_MEMORY
  }

  /**
   * The place of a defect in a body.
   *
   * @param byteOffset 0-based offset in the inflated body, -1 if unknown
   * @param pointer JSON pointer (RFC 6901), null if there is none
   * @param limit the limit that was passed: its configuration key, or its name if the limit is
   *     fixed; null if none was
   */
  record BodyPlace(long byteOffset, @Nullable String pointer, @Nullable String limit) {}

  /** The time spent reading the body, and the time spent looking up its scripts. */
  record Timings(Duration read, Duration resolve) {}

  /** Writes the profile by splicing its changed values into the body. Called at most once. */
  @FunctionalInterface
  interface ProfileWriter {
    void writeTo(OutputStream out) throws IOException;
  }
}
