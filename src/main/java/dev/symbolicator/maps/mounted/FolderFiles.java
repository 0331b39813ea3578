package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Reads mounted folders. Links are followed, since Kubernetes mounts by links, but never out of the
 * folder.
 */
final class FolderFiles implements MountedFiles {

  @Override
  public @Nullable FileState state(MountedPath path) throws IOException {
    Path file = real(path);
    if (file == null) {
      return null;
    }
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.isRegularFile()
        ? new FileState(
            attributes.size(), attributes.lastModifiedTime() + " " + attributes.fileKey())
        : null;
  }

  @Override
  public @Nullable InputStream open(MountedPath path) throws IOException {
    Path file = real(path);
    return file == null ? null : Files.newInputStream(file);
  }

  private static @Nullable Path real(MountedPath path) throws IOException {
    try {
      Path folder = Path.of(path.location()).toRealPath();
      Path file = folder.resolve(path.path()).toRealPath();
      return file.startsWith(folder) ? file : null;
    } catch (NoSuchFileException absent) {
      return null;
    }
  }
}
