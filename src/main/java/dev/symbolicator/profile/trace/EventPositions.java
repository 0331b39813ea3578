package dev.symbolicator.profile.trace;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.json.SeededHash;
import dev.symbolicator.profile.trace.TraceEvent.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows which values of events are positions in scripts. An event whose positions are of a wrong
 * kind has none: programs of all kinds write traces.
 *
 * <table>
 * <caption>Positions in events</caption>
 * <tr><th>event</th><th>place</th><th>numbers from</th><th>kind</th></tr>
 * <tr><td>any</td><td>{@code stackTrace} in {@code args}, {@code args.data} or {@code
 * args.beginData}</td><td>1</td><td>executing</td></tr>
 * <tr><td>{@code FunctionCall}</td><td>{@code args.data}</td><td>1</td><td>called</td></tr>
 * <tr><td>{@code Profile}, {@code ProfileChunk}, {@code CpuProfile}</td><td>{@code
 * args.data.cpuProfile.nodes[].callFrame}</td><td>0</td><td>start</td></tr>
 * <tr><td>the same</td><td>{@code args.data.lines[]} and {@code columns[]}</td><td>1</td>
 * <td>executing</td></tr>
 * </table>
 */
final class EventPositions {
  private static final List<String> PROFILES = List.of("ProfileChunk", "Profile", "CpuProfile");
  private static final String FUNCTION_CALL = "FunctionCall";

  interface PositionUse {
    /**
     * Uses a function or a call in a script, counted from {@code base}; returns its frame or {@link
     * FrameIndex#NO_FRAME}.
     */
    int call(Call call, int base, PositionKind kind) throws UnreadableException;

    /** Uses the position of a sample by its index in the event, and the frame of its function. */
    void sample(TraceEvent event, int frame, int sample) throws UnreadableException;
  }

  private final PositionUse use;
  private final NodeFrames nodes;
  private int largestScriptId;

  EventPositions(PositionUse use, Allowance charge) {
    this.use = use;
    nodes = new NodeFrames(charge);
  }

  int largestScriptId() {
    return largestScriptId;
  }

  void visit(TraceEvent event) throws UnreadableException {
    noteId(event.own);
    event.calls.forEach(this::noteId);
    event.nodes.forEach(this::noteId);
    Call function = event.name.equals(FUNCTION_CALL) ? event.own : null;
    boolean isProfile = PROFILES.contains(event.name);
    if (event.isBroken
        || (function != null && function.isBroken())
        || (isProfile && event.isProfileBroken)) {
      return;
    }
    for (Call call : event.calls) {
      int unused = use(call, 1, PositionKind.EXECUTING);
    }
    if (function != null) {
      int unused = use(function, 1, PositionKind.CALLED);
    }
    if (isProfile) {
      visitProfile(event);
    }
  }

  private void noteId(@Nullable Call call) {
    if (call != null) {
      largestScriptId = Math.max(largestScriptId, call.scriptId());
    }
  }

  private int use(Call call, int base, PositionKind kind) throws UnreadableException {
    return call.url().isEmpty() ? FrameIndex.NO_FRAME : use.call(call, base, kind);
  }

  private void visitProfile(TraceEvent event) throws UnreadableException {
    int profile = nodes.profile(event.profile);
    for (int i = 0; i < event.nodes.size(); i++) {
      int frame = use(event.nodes.get(i), 0, PositionKind.START);
      long id = event.nodeIds.get(i);
      if (frame != FrameIndex.NO_FRAME && id == (int) id) {
        nodes.put(profile, (int) id, frame);
      }
    }
    for (int i = 0; i < event.samples.size(); i++) {
      boolean hasPosition = event.lines.get(i) > 0 || event.columns.get(i) > 0;
      int frame = hasPosition ? nodes.get(profile, event.samples.get(i)) : NodeFrames.NONE;
      if (frame != NodeFrames.NONE) {
        use.sample(event, frame, i);
      }
    }
  }

  /**
   * The frame of each node of each CPU profile, which is named by its process and the ID of its
   * events; samples refer to nodes of earlier events. An open hash table. A pass drops the table at
   * its end, so its memory is taken once for both passes.
   */
  static final class NodeFrames {
    static final int NONE = -1;
    private static final int FIRST = 1 << 8;
    private static final int LAST = 1 << 29;
    private static final int PROFILE = 200;

    private static final int ENTRY = Long.BYTES + Integer.BYTES;

    private final Allowance charge;
    private final Map<String, Integer> profiles = new HashMap<>();
    private final SeededHash hash = new SeededHash();
    private long[] keys = new long[FIRST];
    private int[] frames = new int[FIRST];

    private int size;

    NodeFrames(Allowance charge) {
      this.charge = charge;
    }

    int profile(String name) throws UnreadableException {
      Integer known = profiles.get(name);
      if (known != null) {
        return known;
      }
      charge.take(PROFILE, name);
      profiles.put(name, profiles.size());
      return profiles.size() - 1;
    }

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
}
