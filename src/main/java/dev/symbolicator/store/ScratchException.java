package dev.symbolicator.store;

import java.io.IOException;

/** Says that a temporary file could not be made, written or read. */
public final class ScratchException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Makes an exception.
   *
   * @param message sentences for people, without the folder's path
   */
  ScratchException(String message, Throwable cause) {
    super(message, cause);
  }
}
