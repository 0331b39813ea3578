package dev.symbolicator.maps.objects;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes temporary files for uploads, with a limit on the bytes of all of them together, and of
 * those of one scope. Thread-safe.
 */
public final class Spool {
  private final TempFolder folder;
  private final long maxBytes;
  private final Map<String, Long> usedByScope = new HashMap<>();
  private long used;

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

  /** Like {@link #begin(String)}, but for files that are charged to no scope, in tests. */
  public SpooledFiles begin() {
    return new SpooledFiles(this, null);
  }

  /**
   * Returns the files of one upload, of which there are none yet. The caller closes them.
   *
   * @param scope may use half of the spool with all its uploads
   */
  public SpooledFiles begin(String scope) {
    return new SpooledFiles(this, scope);
  }

  TempFolder folder() {
    return folder;
  }

  /** Returns the bytes of all files. */
  public synchronized long used() {
    return used;
  }

  /**
   * Charges bytes before they are written.
   *
   * @param scope null if they are charged to no scope
   * @throws StoreUnavailableException if there is no room now
   */
  synchronized void charge(@Nullable String scope, long bytes) throws StoreUnavailableException {
    long ofScope = scope == null ? 0 : usedByScope.getOrDefault(scope, 0L) + bytes;
    if (ofScope > maxBytes / 2) {
      throw new StoreUnavailableException(
          "Uploads of the scope take half of the temporary space.", null);
    }
    if (used + bytes > maxBytes) {
      throw new StoreUnavailableException("Other uploads take all of the temporary space.", null);
    }
    add(scope, bytes);
  }

  synchronized void release(@Nullable String scope, long bytes) {
    add(scope, -bytes);
  }

  private void add(@Nullable String scope, long bytes) {
    used += bytes;
    if (scope != null) {
      usedByScope.merge(scope, bytes, (a, b) -> a + b == 0 ? null : (Long) (a + b));
    }
  }
}
