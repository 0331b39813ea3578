package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads files of mounted folders, or objects of mounted buckets. All methods block on I/O. */
interface MountedFiles {

  /**
   * A version of a file.
   *
   * @param size in bytes
   * @param version changes with the content: time of the last change and inode, or an entity tag
   */
  record FileState(long size, String version) {}

  /** Returns the state of a file; null if there is no such file, or can be none under this name. */
  @Nullable FileState state(MountedPath path) throws IOException;

  /**
   * Opens a file.
   *
   * @param from the number of bytes that are left out at the file's beginning
   * @return null if there is no such file
   */
  @Nullable InputStream open(MountedPath path, long from) throws IOException;
}
