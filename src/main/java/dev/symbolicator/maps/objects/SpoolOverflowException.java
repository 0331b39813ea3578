package dev.symbolicator.maps.objects;

import java.io.IOException;

/** Says that content is larger than its limit. */
public final class SpoolOverflowException extends IOException {
  private static final long serialVersionUID = 1;

  private final long maxSize;

  SpoolOverflowException(long maxSize) {
    super("The content has more than " + maxSize + " bytes.");
    this.maxSize = maxSize;
  }

  /** Returns the limit in bytes. */
  public long maxSize() {
    return maxSize;
  }
}
