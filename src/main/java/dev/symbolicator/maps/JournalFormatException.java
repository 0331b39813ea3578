package dev.symbolicator.maps;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that an object of the journal is damaged, or was written by a later version. */
final class JournalFormatException extends IOException {
  private static final long serialVersionUID = 1;

  JournalFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
