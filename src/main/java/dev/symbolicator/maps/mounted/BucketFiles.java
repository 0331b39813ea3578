package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.maps.objects.BucketReader;
import dev.symbolicator.maps.objects.BucketReader.ObjectVersion;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads mounted buckets. */
final class BucketFiles implements MountedFiles {
  private final BucketReader reader;

  BucketFiles(BucketReader reader) {
    this.reader = reader;
  }

  @Override
  public @Nullable FileState state(MountedPath path) throws IOException {
    ObjectVersion found = reader.version(path.bucket(), path.bucketKey());
    return found == null ? null : new FileState(found.size(), found.tag());
  }

  @Override
  public @Nullable InputStream open(MountedPath path) throws IOException {
    return reader.open(path.bucket(), path.bucketKey());
  }
}
