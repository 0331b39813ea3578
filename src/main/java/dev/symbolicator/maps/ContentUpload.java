package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.Blobs;
import dev.symbolicator.maps.objects.SpooledBlob;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/**
 * Stores the maps and scripts of one upload.
 *
 * <p>Another instance may be deleting equal content to which no entry refers any more. So content
 * is relied on only if an entry refers to it, and is looked at again once the upload's entries are
 * in the journal. The deleting instance looks at the journal after it has deleted. So one of the
 * two sees the other, and stores the content again.
 */
final class ContentUpload {
  private final Blobs blobs;
  private final String scope;
  private final ExecutorService threads;

  /**
   * Begins an upload.
   *
   * @param threads other threads than those of callers
   */
  ContentUpload(Blobs blobs, String scope, ExecutorService threads) {
    this.blobs = blobs;
    this.threads = threads;
    this.scope = scope;
  }

  /** Returns the maps and scripts, each once. */
  static Collection<SpooledBlob> contents(List<NewMap> maps) {
    Map<String, SpooledBlob> contents = new HashMap<>();
    for (NewMap map : maps) {
      contents.put(map.map().sha256(), map.map());
      if (map.text() != null) {
        contents.put(map.text().sha256(), map.text());
      }
    }
    return contents.values();
  }

  /** Stores content before its entries are in the journal. */
  void store(Collection<SpooledBlob> contents, StoredContent referred) throws IOException {
    ParallelWork.forEach(
        threads,
        contents,
        content -> {
          boolean isNew = blobs.store(scope, content);
          if (!isNew && !referred.has(content.sha256())) {
            blobs.storeAgain(scope, content);
          }
        });
  }

  /** Stores content again that has vanished, after its entries are in the journal. */
  void check(Collection<SpooledBlob> contents) throws IOException {
    ParallelWork.forEach(
        threads,
        contents,
        content -> {
          if (blobs.info(scope, content.sha256()) == null) {
            blobs.store(scope, content);
          }
        });
  }
}
