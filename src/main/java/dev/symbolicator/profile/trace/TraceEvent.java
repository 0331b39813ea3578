package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.profile.scan.UnreadableException;
import dev.symbolicator.profile.trace.NumberColumn.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of one event that may hold positions. Used again for each event. */
final class TraceEvent {
  /** Heap bytes of a call, and of its changes when it is written. */
  private static final int CALL = 640;

  /** Heap bytes of the changes of one sample when it is written, beside the columns. */
  private static final int SAMPLE = 160;

  /** Members of {@code args.data} of events that tell of scripts. */
  enum ScriptMember {
    ISOLATE,
    SOURCE_URL,
    SOURCE_MAP_URL,
    SOURCE_TEXT,
    SPLIT_INDEX,
    SPLIT_COUNT,
    START_LINE,
    START_COLUMN;

    static @Nullable ScriptMember of(@Nullable String name) {
      return switch (name == null ? "" : name) {
        case "isolate" -> ISOLATE;
        case "sourceUrl" -> SOURCE_URL;
        case "sourceMapUrl" -> SOURCE_MAP_URL;
        case "sourceText" -> SOURCE_TEXT;
        case "splitIndex" -> SPLIT_INDEX;
        case "splitCount" -> SPLIT_COUNT;
        case "startLine" -> START_LINE;
        case "startColumn" -> START_COLUMN;
        default -> null;
      };
    }
  }

  /** A value in the body, from its first byte to the one behind the last. */
  record ValueSpan(long start, long end, boolean isString) {
    long length() {
      return end - start;
    }
  }

  private final JsonReader json;
  private final TraceMemory charge;
  private final Map<ScriptMember, ValueSpan> members = new EnumMap<>(ScriptMember.class);
  private final List<Call> calls = new ArrayList<>();
  private final List<Call> nodes = new ArrayList<>();
  private long charged;
  private long held;

  final Column nodeIds;
  final Column samples;
  final NumberColumn lines;
  final NumberColumn columns;

  /** The event's name; empty if it has none. */
  String name = "";

  /** The JSON of the members that name the profile, with escapes undone: the process and the ID. */
  String profile = "";

  /** The function of {@code args.data} itself; null if it has no member of one. */
  @Nullable Call own;

  /** Whether a member is doubled, or of a wrong kind where each event must have the right one. */
  boolean isBroken;

  /** Whether there is a part of a CPU profile. */
  boolean hasProfile;

  /** Whether that part is of a wrong kind. */
  boolean isProfileBroken;

  TraceEvent(JsonReader json, TraceMemory charge) {
    this.json = json;
    this.charge = charge;
    nodeIds = new Column(charge);
    samples = new Column(charge);
    lines = new NumberColumn(charge);
    columns = new NumberColumn(charge);
  }

  void clear() {
    name = "";
    profile = "";
    own = null;
    isBroken = false;
    hasProfile = false;
    isProfileBroken = false;
    held = 0;
    calls.clear();
    nodes.clear();
    nodeIds.clear();
    samples.clear();
    lines.clear();
    columns.clear();
    members.clear();
  }

  /** Returns the calls of the event's stacks. */
  List<Call> calls() {
    return calls;
  }

  /** Returns the functions of the profile's new nodes; their IDs are in {@link #nodeIds}. */
  List<Call> nodes() {
    return nodes;
  }

  void addCall(Call call) throws UnreadableException {
    hold(CALL + 2L * call.textLength());
    calls.add(call);
    isBroken |= call.isBroken();
  }

  void addNode(Call call, long id) throws UnreadableException {
    hold(CALL + 2L * call.textLength());
    nodes.add(call);
    nodeIds.add(id);
    isProfileBroken |= call.isBroken();
  }

  void addSample(long node) throws UnreadableException {
    hold(SAMPLE);
    samples.add(node);
  }

  /** Takes memory if no event before needed so much. */
  private void hold(long bytes) throws UnreadableException {
    held += bytes;
    if (held > charged) {
      charge.take(held - charged);
      charged = held;
    }
  }

  void setMember(ScriptMember member, ValueSpan place) {
    isBroken |= members.put(member, place) != null;
  }

  /** Returns the place of a member's value; null if there is no such member. */
  @Nullable ValueSpan place(ScriptMember member) {
    return members.get(member);
  }

  /**
   * Returns a part of the event with its escapes undone. The part is usually still in the scanner's
   * memory, and is read from the body otherwise.
   */
  String text(long from, long to) throws IOException {
    return json.text(from, to);
  }
}
