package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.scan.SeededHash;
import dev.symbolicator.profile.scan.UnreadableException;
import java.util.HashMap;
import java.util.Map;

/**
 * The frame of each node of each CPU profile in a trace. Nodes are numbered within their profile,
 * and a profile is named by its process and the ID of its events. Samples refer to nodes of earlier
 * events.
 *
 * <p>An open hash table. A pass over the trace drops the table at its end, so its memory is taken
 * once for both passes.
 */
final class NodeFrames {
  static final int NONE = -1;
  private static final int FIRST = 1 << 8;

  /** The largest table: half a billion places. */
  private static final int LAST = 1 << 29;

  /** Heap bytes of a profile's entry, without its name. */
  private static final int PROFILE = 200;

  private static final int ENTRY = Long.BYTES + Integer.BYTES;

  private final TraceMemory charge;
  private final Map<String, Integer> profiles = new HashMap<>();
  private final SeededHash hash = new SeededHash();
  private long[] keys = new long[FIRST];

  /** The frame of each key, plus one; 0 for a free place. */
  private int[] frames = new int[FIRST];

  private int size;

  NodeFrames(TraceMemory charge) {
    this.charge = charge;
  }

  /** Returns the number of a profile. */
  int profile(String name) throws UnreadableException {
    Integer known = profiles.get(name);
    if (known != null) {
      return known;
    }
    charge.take(PROFILE, name);
    profiles.put(name, profiles.size());
    return profiles.size() - 1;
  }

  /** Remembers the frame of a node; the first one, if a node has several. */
  void put(int profile, int node, int frame) throws UnreadableException {
    if (2 * size >= keys.length) {
      grow();
    }
    long key = key(profile, node);
    int at = place(key);
    if (frames[at] == 0) {
      keys[at] = key;
      frames[at] = frame + 1;
      size++;
    }
  }

  /** Returns the frame of a node; {@link #NONE} for a node without one. */
  int get(int profile, long node) {
    return node == (int) node ? frames[place(key(profile, (int) node))] - 1 : NONE;
  }

  private static long key(int profile, int node) {
    return (long) profile << 32 | (node & 0xFFFFFFFFL);
  }

  private int place(long key) {
    int at = (int) (hash.of(key) >>> Integer.SIZE) & keys.length - 1;
    while (frames[at] != 0 && keys[at] != key) {
      at = at + 1 & keys.length - 1;
    }
    return at;
  }

  private void grow() throws UnreadableException {
    long[] oldKeys = keys;
    int[] oldFrames = frames;
    if (oldKeys.length == LAST) {
      throw new UnreadableException(new ProfileReading.OutOfMemory());
    }
    // The old table is in memory until the new one is filled.
    charge.take(2L * ENTRY * oldKeys.length);
    keys = new long[2 * oldKeys.length];
    frames = new int[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldFrames[i] != 0) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        frames[at] = oldFrames[i];
      }
    }
  }
}
