package dev.symbolicator.symbolication;

import dev.symbolicator.export.Export.ExportLimits;
import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.rows.ProfileRows;
import dev.symbolicator.rows.RowHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

public sealed interface SymbolicationResult {

  /** A profile, ready to be written, and its rows if they were asked for beside it. */
  record Symbolicated(
      String format,
      String mediaType,
      long mostBytes,
      SymbolicationReport report,
      Timings timings,
      AnswerShape shape,
      ProfileWriter profile,
      @Nullable ProfileRows rows)
      implements SymbolicationResult {

    public Symbolicated(
        String format,
        String mediaType,
        long mostBytes,
        SymbolicationReport report,
        Timings timings,
        AnswerShape shape,
        ProfileWriter profile) {
      this(format, mediaType, mostBytes, report, timings, shape, profile, null);
    }

    public Symbolicated(
        String format,
        String mediaType,
        long mostBytes,
        SymbolicationReport report,
        Timings timings,
        ProfileWriter profile) {
      this(format, mediaType, mostBytes, report, timings, AnswerShape.UNCHANGED, profile);
    }

    /** Writes the answer into memory, of which it takes {@link #mostBytes} twice at most. */
    public byte[] toBytes() throws IOException {
      ByteArrayOutputStream out =
          new ByteArrayOutputStream((int) Math.min(mostBytes, Integer.MAX_VALUE));
      profile.writeTo(out);
      return out.toByteArray();
    }

    Symbolicated with(ProfileRows beside) {
      return new Symbolicated(
          format, mediaType, mostBytes, report, timings, shape, profile, beside);
    }
  }

  /**
   * How the answer differs from the profile as sent: the file name of an export, whether
   * compressing is of no use, and what was left out, as a structured field (RFC 9651).
   */
  record AnswerShape(@Nullable String fileName, boolean isCompressed, @Nullable String reduction) {
    static final AnswerShape UNCHANGED = new AnswerShape(null, false, null);
  }

  /** A profile that is ready to be added to a sum, and what is known of it as a whole. */
  record Interpreted(SymbolicationReport report, ShownProfile profile, RowHead head)
      implements SymbolicationResult {}

  /** Something missing may soon be there, and the caller asked for a refusal then. */
  record Incomplete(
      SymbolicationReport report,
      List<SymbolicationReport.ScriptEntry> missing,
      Duration retryAfter)
      implements SymbolicationResult {}

  record RejectedProfile(RejectionReason reason, String detail, BodyPlace place)
      implements SymbolicationResult {

    /**
     * Refuses an answer that would be larger than exports and rows may be.
     *
     * @param what the answer, which begins the sentence
     * @param bytes the most that the answer could have
     */
    public static RejectedProfile ofSize(String what, long bytes, String advice) {
      return new RejectedProfile(
          RejectionReason.LIMIT,
          "%s would have up to %d bytes, more than the fixed limit %s, which is %d. %s"
              .formatted(
                  what,
                  bytes,
                  ExportLimits.MAX_EXPORT_SIZE,
                  ExportLimits.DEFAULT.maxExportSize(),
                  advice),
          new BodyPlace(-1, null, ExportLimits.MAX_EXPORT_SIZE));
    }
  }

  enum RejectionReason {
    /** Not JSON in UTF-8. */
    NOT_JSON,
    /** JSON, but no profile of a known format, or one with a value of the wrong kind. */
    NOT_A_PROFILE,
    /** A profile, whose format does not have what the caller asked for. */
    NOT_AVAILABLE,
    /** A profile, whose samples are too far apart for what the caller asked for. */
    TOO_COARSE,
    /** Two source maps sent beside the profile fit one script. */
    AMBIGUOUS_MAPS,
    /** A limit of {@link dev.symbolicator.profile.ProfileLimits} is passed. */
    LIMIT,
    /** There is no memory to spare for the profile. */
    OUT_OF_MEMORY
  }

  /**
   * A defect's 0-based offset in the inflated body, or -1, its JSON pointer (RFC 6901), and the key
   * or name of the limit that was passed.
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
