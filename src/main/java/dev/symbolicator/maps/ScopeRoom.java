package dev.symbolicator.maps;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The room that is left in a scope while the entries of one upload are planned. */
final class ScopeRoom {
  private final ScopeRows rows;
  private final long maxBytes;
  private long entries;
  private long heap;
  private final List<MapEntry> taken = new ArrayList<>();
  private final Set<Object> newValues = new HashSet<>();

  /** The bytes of all maps and scripts, as if none had equal content. */
  private long sumOfSizes;

  /** What the rows and the taken entries refer to; null as long as the sum of sizes is enough. */
  private @Nullable StoredContent content;

  /**
   * Makes the room.
   *
   * @param entries the number of further entries
   * @param maxBytes the most bytes of all maps and scripts, inflated
   * @param heap the bytes that the index may grow by
   */
  ScopeRoom(ScopeRows rows, long entries, long maxBytes, long heap) {
    this.rows = rows;
    this.entries = entries;
    this.maxBytes = maxBytes;
    this.heap = heap;
    sumOfSizes = rows.sumOfSizes();
  }

  /**
   * Takes the room of a new entry.
   *
   * @return the limit that leaves no room; null if there was room
   */
  @Nullable RoomLimit take(MapEntry entry) {
    if (entries <= 0) {
      return RoomLimit.ENTRIES;
    }
    List<Object> values = new ArrayList<>();
    long bytes = rows.bytesWithoutValues(entry);
    for (Object value : EntryRowWriter.sharedValues(entry)) {
      if (rows.shared().find(value) == SharedValues.ABSENT && !newValues.contains(value)) {
        values.add(value);
        bytes += SharedValues.bytes(value);
      }
    }
    if (bytes > heap) {
      return RoomLimit.INDEX_HEAP;
    }
    if (!hasBytes(entry)) {
      return RoomLimit.CONTENT;
    }
    entries--;
    heap -= bytes;
    newValues.addAll(values);
    sumOfSizes += size(entry);
    taken.add(entry);
    if (content != null) {
      content.add(entry);
    }
    return null;
  }

  private boolean hasBytes(MapEntry entry) {
    if (content == null && sumOfSizes + size(entry) <= maxBytes) {
      return true;
    }
    if (content == null) {
      StoredContent all = StoredContent.of(rows);
      taken.forEach(all::add);
      content = all;
    }
    return content.bytesWith(entry) <= maxBytes;
  }

  private static long size(MapEntry entry) {
    return entry.map().size() + (entry.text() == null ? 0 : entry.text().size());
  }
}
