package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.maps.objects.BucketReader;
import dev.symbolicator.maps.objects.BucketReader.ObjectVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads mounted buckets. */
final class BucketFiles implements MountedFiles {
  /** The longest key of S3, in bytes. */
  private static final int MAX_KEY = 1024;

  private final BucketReader reader;

  BucketFiles(BucketReader reader) {
    this.reader = reader;
  }

  @Override
  public @Nullable FileState state(MountedPath path) throws IOException {
    if (path.bucketKey().getBytes(StandardCharsets.UTF_8).length > MAX_KEY) {
      return null;
    }
    ObjectVersion found = reader.version(path.bucket(), path.bucketKey());
    return found == null ? null : new FileState(found.size(), found.tag());
  }

  @Override
  public @Nullable InputStream open(MountedPath path, long from) throws IOException {
    return reader.open(path.bucket(), path.bucketKey(), from);
  }
}
