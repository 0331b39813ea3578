package dev.symbolicator.maps.objects;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that a stored object differs from the object that was written. */
public final class DamagedObjectException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedObjectException(@Nullable Throwable cause) {
    super("A stored file of a source map is damaged. Upload the source map again.", cause);
  }
}
