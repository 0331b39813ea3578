package dev.symbolicator.profile.trace;

import dev.symbolicator.profile.PositionKind;
import dev.symbolicator.profile.scan.UnreadableException;
import java.util.List;
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

  /** A use of the positions of an event, in no certain order. */
  interface PositionUse {
    /**
     * Uses a function or a call that lies in a script.
     *
     * @param base the number of the first line and of the first column
     * @return the index of its frame; {@link FrameIndex#NO_FRAME} if it has none
     */
    int call(Call call, int base, PositionKind kind) throws UnreadableException;

    /**
     * Uses the position of a sample.
     *
     * @param frame the frame of the function in which the sample was taken
     * @param sample the sample's index in the event
     */
    void sample(TraceEvent event, int frame, int sample) throws UnreadableException;
  }

  private final PositionUse use;
  private final NodeFrames nodes;
  private int largestScriptId;

  EventPositions(PositionUse use, TraceMemory charge) {
    this.use = use;
    nodes = new NodeFrames(charge);
  }

  /** Returns the largest number that is the ID of a script in the events so far. */
  int largestScriptId() {
    return largestScriptId;
  }

  /** Uses the positions of an event. */
  void visit(TraceEvent event) throws UnreadableException {
    noteId(event.own);
    event.calls().forEach(this::noteId);
    event.nodes().forEach(this::noteId);
    Call function = event.name.equals(FUNCTION_CALL) ? event.own : null;
    boolean isProfile = PROFILES.contains(event.name);
    if (event.isBroken
        || (function != null && function.isBroken())
        || (isProfile && event.isProfileBroken)) {
      return;
    }
    for (Call call : event.calls()) {
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
    for (int i = 0; i < event.nodes().size(); i++) {
      int frame = use(event.nodes().get(i), 0, PositionKind.START);
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
}
