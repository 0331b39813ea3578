package dev.symbolicator.profile;

import dev.symbolicator.memory.Allowance;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A body that may be a profile, with its content codings undone. A profile keeps the bytes, so the
 * caller must not change them afterwards.
 *
 * @param contentType as declared, with parameters; null if none; {@code application/x-ndjson} for a
 *     line of such a body
 * @param keepsDebugMeta whether a Sentry profile keeps {@code debug_meta} for scripts whose frames
 *     were all mapped
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ProfileBody(byte[] bytes, @Nullable String contentType, boolean keepsDebugMeta) {
  private static final String JSON_LINES = "application/x-ndjson";

  private static final Pattern PLAIN_TEXT =
      Pattern.compile("(?i)text/plain(; ?charset=[a-z0-9-]+)?");

  public static ProfileBody of(byte[] bytes) {
    return new ProfileBody(bytes, null, false);
  }

  /**
   * Returns the type of an answer that may be a plain text. Only {@code text/plain} is echoed: a
   * browser would show another one as a page, or it may be malformed.
   */
  public String plainTextOr(String other) {
    return contentType != null && PLAIN_TEXT.matcher(contentType).matches() ? contentType : other;
  }

  /** Tells whether this is a line among lines of JSON: only a format in JSON can be answered. */
  public boolean isLine() {
    return JSON_LINES.equals(contentType);
  }

  public interface BodyFormat {
    /** Returns the name that profiles of this format have, such as {@code sentry-envelope}. */
    String name();

    boolean recognises(ProfileBody body);

    /**
     * Reads a body that is recognised.
     *
     * @param memory charged for reading and writing the profile
     * @throws Allowance.Exceeded if too little memory is left
     */
    ProfileReading read(ProfileBody body, ProfileLimits limits, Allowance memory);
  }
}
