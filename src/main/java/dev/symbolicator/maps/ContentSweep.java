package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.maps.objects.Spool;
import dev.symbolicator.maps.objects.SpooledFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes content to which no entry refers.
 *
 * <p>At the same moment another instance may begin to refer to the content, and find that it is
 * there (see {@link ContentUpload}). So a copy is kept until the journal was read once more after
 * the deletion. If an entry refers to the content then, the copy is stored again. While the journal
 * cannot be read, the copies stay, and nothing else is deleted. Not thread-safe.
 */
final class ContentSweep implements AutoCloseable {
  /** Content that is deleted between two looks at the journal. */
  private static final int AT_ONCE = 20;

  private final JournaledIndex shared;
  private final ObjectStore objects;
  private final SpooledFiles files;
  private final ContentCount counts;
  private final List<DeletedContent> copies = new ArrayList<>();

  /** Content that was deleted, and its copy. */
  private record DeletedContent(String scope, String sha256, Path copy) {}

  ContentSweep(JournaledIndex shared, ObjectStore objects, Spool spool) {
    this.shared = shared;
    this.objects = objects;
    files = spool.begin();
    counts = new ContentCount(shared);
  }

  /**
   * Deletes content of a scope, unless an entry refers to it or it was stored lately.
   *
   * @param hashes of the content
   * @param before content that was stored later stays, in milliseconds since 1970
   * @return how many contents were deleted
   */
  int sweep(String scope, List<String> hashes, long before) throws IOException {
    int count = 0;
    for (int from = 0; from < hashes.size(); from += AT_ONCE) {
      settle();
      StoredContent referred = counts.of(scope);
      for (String hash : hashes.subList(from, Math.min(hashes.size(), from + AT_ONCE))) {
        if (!referred.has(hash) && delete(scope, hash, before)) {
          count++;
        }
      }
    }
    settle();
    counts.forget();
    return count;
  }

  /** Deletes all content of a scope to which no entry refers, and which is not new. */
  int sweepAll(String scope, long before) throws IOException {
    StoredContent referred = counts.of(scope);
    List<String> orphans = new ArrayList<>();
    for (ObjectInfo each : objects.list(Blobs.folder(scope), "")) {
      String hash = each.name().substring(each.name().lastIndexOf('/') + 1);
      if (each.modified() < before && !referred.has(hash)) {
        orphans.add(hash);
      }
    }
    return orphans.isEmpty() ? 0 : sweep(scope, orphans, before);
  }

  private boolean delete(String scope, String hash, long before) throws IOException {
    String name = Blobs.name(scope, hash);
    ObjectInfo info = objects.info(name);
    if (info == null || info.modified() >= before) {
      return false;
    }
    try (InputStream in = objects.open(name)) {
      if (in == null) {
        return false;
      }
      copies.add(new DeletedContent(scope, hash, files.file(in, Long.MAX_VALUE)));
    }
    objects.delete(name);
    return true;
  }

  /** Reads the journal, and stores the copies again to which entries refer now. */
  void settle() throws IOException {
    shared.refresh();
    while (!copies.isEmpty()) {
      DeletedContent last = copies.get(copies.size() - 1);
      if (counts.of(last.scope()).has(last.sha256())) {
        objects.putIfAbsent(Blobs.name(last.scope(), last.sha256()), last.copy());
      }
      copies.remove(copies.size() - 1);
      files.drop(last.copy());
    }
  }

  /** Removes the copies. */
  @Override
  public void close() {
    files.close();
  }
}
