package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.BlobId;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/**
 * The content to which entries of a scope refer, each counted once. Content is told apart by the
 * first 8 bytes of its hash.
 */
final class StoredContent {
  private final Set<Long> keys = new HashSet<>();
  private long bytes;

  /** Collects the content of all entries of a scope. */
  static StoredContent of(MapIndex index, String scope) {
    return index.read(scope, state -> state == null ? new StoredContent() : of(state.rows()));
  }

  /** Collects the content of all rows. */
  static StoredContent of(ScopeRows rows) {
    StoredContent content = new StoredContent();
    for (int row = rows.next(ScopeRows.NONE); row != ScopeRows.NONE; row = rows.next(row)) {
      byte[] bytes = rows.row(row);
      long[] keys = EntryRow.blobKeys(bytes);
      long[] sizes = EntryRow.sizes(bytes);
      content.add(keys[0], sizes[0]);
      content.add(keys[1], sizes[1]);
    }
    return content;
  }

  private void add(long key, long size) {
    if (keys.add(key)) {
      bytes += size;
    }
  }

  /** Adds the content of an entry. */
  void add(MapEntry entry) {
    add(key(entry.map()), entry.map().size());
    if (entry.text() != null) {
      add(key(entry.text()), entry.text().size());
    }
  }

  /** Returns the bytes of all content with that of an entry, inflated. */
  long bytesWith(MapEntry entry) {
    long sum = bytes + (keys.contains(key(entry.map())) ? 0 : entry.map().size());
    BlobId text = entry.text();
    return text == null || keys.contains(key(text)) ? sum : sum + text.size();
  }

  boolean has(String sha256) {
    return keys.contains(key(sha256));
  }

  private static long key(BlobId blob) {
    return key(blob.sha256());
  }

  private static long key(String sha256) {
    return ByteBuffer.wrap(EntryRow.hash(sha256)).getLong();
  }

  /** Returns the bytes of all content, inflated. */
  long bytes() {
    return bytes;
  }
}
