package dev.symbolicator.profile;

import org.jspecify.annotations.Nullable;

/**
 * A body that may be a profile.
 *
 * @param bytes the whole body, with its content codings undone. A profile keeps the array, so the
 *     caller must not change it afterwards.
 * @param contentType the declared media type with its parameters; null if none is declared
 * @param keepsDebugMeta whether a Sentry profile keeps {@code debug_meta} for scripts whose frames
 *     were all mapped
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ProfileBody(byte[] bytes, @Nullable String contentType, boolean keepsDebugMeta) {

  /** Returns a body of no declared type. */
  public static ProfileBody of(byte[] bytes) {
    return new ProfileBody(bytes, null, false);
  }
}
