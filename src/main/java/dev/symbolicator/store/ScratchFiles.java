package dev.symbolicator.store;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Makes temporary files in the cache's folder, with mode 0600.
 *
 * <p>A file has no name: its name is deleted when the file is opened, or by Windows when the file
 * is closed. So the system frees the file's room with the process, however the process ends. At
 * most an empty file stays if the process ends between both steps; its name begins like that of
 * other half-written files, which {@link DiskTier} deletes. All methods block.
 */
@ApplicationScoped
public class ScratchFiles {
  /** A disk with less free room counts as full, whatever the language of the system's texts. */
  private static final long FULL = 1 << 20;

  private static final String NO_SPACE = "No space left on device";

  private final Path path;

  ScratchFiles(StoreConfig config) {
    path = DiskFolder.pathOf(config);
  }

  /**
   * Makes an empty file.
   *
   * @throws ScratchException if the folder cannot be used
   */
  public ScratchFile create() throws ScratchException {
    try {
      return new ScratchFile(this, DiskFolder.of(path));
    } catch (IOException | SecurityException refused) {
      throw failure(refused);
    }
  }

  /**
   * Returns how many bytes could be written.
   *
   * @throws ScratchException if the folder cannot be used
   */
  public long usableBytes() throws ScratchException {
    try {
      return DiskFolder.of(path).usableBytes();
    } catch (IOException | SecurityException refused) {
      throw failure(refused);
    }
  }

  /** Says why the folder cannot be used, and what to do. */
  ScratchException failure(Exception cause) {
    return new ScratchException(reason(cause), cause);
  }

  private String reason(Exception cause) {
    try {
      if (!Files.isDirectory(path)) {
        return "The cache directory cannot be made. Set symbolicator.cache.directory to a folder"
            + " that the service may write to.";
      }
      if (!Files.isWritable(path)) {
        return "The cache directory is read-only for the service. Mount it for writing, and check"
            + " its owner and mode.";
      }
      if (NO_SPACE.equals(words(cause)) || Files.getFileStore(path).getUsableSpace() < FULL) {
        return "The disk of the cache directory is full. Make room there, or lower"
            + " symbolicator.http.max-large-body-size or symbolicator.cache.max-disk-size.";
      }
    } catch (IOException unknown) {
      return "The cache directory cannot be examined. Check the disk.";
    }
    return "The cache directory cannot be used (%s). Check the disk, its quota, and the folder's owner."
        .formatted(words(cause));
  }

  /** Returns the system's words without a path. */
  private static String words(Exception cause) {
    @Nullable String words =
        cause instanceof FileSystemException failed ? failed.getReason() : cause.getMessage();
    return words == null || words.contains("/") ? cause.getClass().getSimpleName() : words;
  }
}
