package dev.symbolicator.maps.objects;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that the store of maps could not be used. The same request may succeed later. */
public final class StoreUnavailableException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Makes an exception.
   *
   * @param message one sentence for people, without the address or the path of the store
   */
  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
