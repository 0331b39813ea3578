package dev.symbolicator.maps.objects;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes temporary files for uploads, with a limit on the bytes of all of them together.
 * Thread-safe.
 */
public final class Spool {
  private final TempFolder folder;
  private final long maxBytes;
  private final AtomicLong used = new AtomicLong();

  Spool(TempFolder folder, ObjectLimits limits) {
    this.folder = folder;
    maxBytes = limits.spoolBytes();
  }

  /**
   * Makes a spool in a folder, for tests.
   *
   * @param folder exists
   */
  public static Spool in(Path folder, ObjectLimits limits) {
    FolderAccess access = new FolderAccess("temporary directory", folder);
    return new Spool(new TempFolder(access, folder, limits.leftoverAge()), limits);
  }

  /** Returns the files of one upload, of which there are none yet. The caller closes them. */
  public SpooledFiles begin() {
    return new SpooledFiles(this);
  }

  TempFolder folder() {
    return folder;
  }

  /** Returns the bytes of all files. */
  public long used() {
    return used.get();
  }

  /**
   * Charges bytes before they are written.
   *
   * @throws StoreUnavailableException if there is no room now
   */
  void charge(long bytes) throws StoreUnavailableException {
    if (used.addAndGet(bytes) > maxBytes) {
      used.addAndGet(-bytes);
      throw new StoreUnavailableException("Other uploads take all of the temporary space.", null);
    }
  }

  void release(long bytes) {
    used.addAndGet(-bytes);
  }
}
