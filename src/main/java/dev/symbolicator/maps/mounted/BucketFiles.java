package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads mounted buckets. */
@ApplicationScoped
class BucketFiles implements MountedFiles {

  @Override
  public @Nullable FileState state(MountedPath path) {
    return null;
  }

  @Override
  public @Nullable InputStream open(MountedPath path) {
    return null;
  }
}
