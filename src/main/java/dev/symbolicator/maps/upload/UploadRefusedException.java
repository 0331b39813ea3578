package dev.symbolicator.maps.upload;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Ends an upload that cannot be taken. Nothing of the upload is kept. */
public final class UploadRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  public enum UploadFault {
    /** The body is no archive that the service reads, or is damaged or hostile. */
    NOT_AN_ARCHIVE,
    NOT_A_MAP,
    TOO_LARGE,
    /** The service has too little memory for now, or too many uploads are under way. */
    BUSY,
    TOO_OFTEN
  }

  private final UploadFault fault;
  private final @Nullable String limit;
  private final long byteOffset;
  private final Duration retryAfter;

  private UploadRefusedException(
      UploadFault fault,
      String detail,
      @Nullable String limit,
      long byteOffset,
      Duration retryAfter) {
    super(detail);
    this.fault = fault;
    this.limit = limit;
    this.byteOffset = byteOffset;
    this.retryAfter = retryAfter;
  }

  static UploadRefusedException archive(String detail) {
    return new UploadRefusedException(UploadFault.NOT_AN_ARCHIVE, detail, null, -1, Duration.ZERO);
  }

  /** Makes an exception with a 0-based offset in the inflated map; negative if unknown. */
  static UploadRefusedException map(String detail, long byteOffset) {
    return new UploadRefusedException(
        UploadFault.NOT_A_MAP, detail, null, byteOffset, Duration.ZERO);
  }

  /** Makes an exception for a limit, named by its configuration key or its fixed name. */
  static UploadRefusedException tooLarge(String limit, String detail) {
    return new UploadRefusedException(UploadFault.TOO_LARGE, detail, limit, -1, Duration.ZERO);
  }

  /** Makes an exception for an upload that may be sent again. */
  static UploadRefusedException forNow(
      UploadFault fault, String limit, String detail, Duration retryAfter) {
    return new UploadRefusedException(fault, detail, limit, -1, retryAfter);
  }

  public UploadFault fault() {
    return fault;
  }

  /** Returns one or more sentences for people: what is wrong, where, and what to do. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  /** Returns the exceeded limit: its configuration key, or its fixed name; null if none is. */
  public @Nullable String limit() {
    return limit;
  }

  /** Returns the 0-based byte offset of the error in the inflated map; negative if unknown. */
  public long byteOffset() {
    return byteOffset;
  }

  /** Returns when the upload may be sent again, for {@code BUSY} and {@code TOO_OFTEN}. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
