package dev.symbolicator.profile.trace;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import dev.symbolicator.profile.trace.NumberColumn.EventNumbers;
import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of one event that may hold positions. Used again for each event. */
final class TraceEvent {
  private static final int CALL = 640;
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
  private final Allowance charge;
  private final Map<ScriptMember, ValueSpan> members = new EnumMap<>(ScriptMember.class);
  final List<Call> calls = new ArrayList<>();
  final List<Call> nodes = new ArrayList<>();
  private long charged;
  private long held;

  final Longs nodeIds;
  final Longs samples;
  final NumberColumn lines;
  final NumberColumn columns;

  /** The event's name; empty if it has none. */
  String name = "";

  String profile = "";
  @Nullable Call own;
  boolean isBroken;
  boolean hasProfile;
  boolean isProfileBroken;

  TraceEvent(JsonReader json, Allowance charge) {
    this.json = json;
    this.charge = charge;
    nodeIds = new Longs(charge);
    samples = new Longs(charge);
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
    nodeIds.truncate(0);
    samples.truncate(0);
    lines.clear();
    columns.clear();
    members.clear();
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

  @Nullable ValueSpan place(ScriptMember member) {
    return members.get(member);
  }

  /** A part is usually still in the scanner's memory, and is read from the body otherwise. */
  String text(long from, long to) throws IOException {
    return json.text(from, to);
  }

  /** A function or a call, with members of the protocol's type {@code Runtime.CallFrame}. */
  static final class Call {
    static final int FUNCTION_NAME = 0;
    static final int SCRIPT_ID = 1;
    static final int URL = 2;
    static final int LINE_NUMBER = 3;
    static final int COLUMN_NUMBER = 4;
    private static final int MEMBERS = 5;

    /** The largest ID that is looked at; V8 counts scripts from 1. */
    private static final int MAX_ID = 999_999_999;

    /** The most bytes of an ID, each of whose digits may be an escape. */
    private static final int MAX_ID_BYTES = 6 * ScriptIds.MAX_DIGITS;

    private final long[] starts = new long[MEMBERS];
    private final long[] ends = new long[MEMBERS];
    private String name = "";
    private String url = "";
    private long line = EventNumbers.NONE;
    private long column = EventNumbers.NONE;
    private int scriptId = -1;
    private boolean isIdText;
    private boolean isBroken;

    boolean readMember(String member, JsonReader json, int maxText)
        throws IOException, UnreadableException {
      switch (member) {
        case "functionName" -> name = text(json, FUNCTION_NAME, maxText);
        case "url" -> url = text(json, URL, maxText);
        case "lineNumber" -> line = lineOrColumn(json, LINE_NUMBER);
        case "columnNumber" -> column = lineOrColumn(json, COLUMN_NUMBER);
        case "scriptId" -> readScriptId(json);
        default -> {
          return false;
        }
      }
      return true;
    }

    void readObject(JsonReader json, int maxText) throws IOException, UnreadableException {
      while (json.nextMember()) {
        if (!readMember(json.name(), json, maxText)) {
          json.skip();
        }
      }
    }

    private boolean begin(JsonReader json, int member, Token wanted)
        throws IOException, UnreadableException {
      isBroken |= ends[member] > 0;
      starts[member] = json.valueStart();
      if (json.isAt(wanted)) {
        return true;
      }
      isBroken |= !json.isAt(Token.VALUE_NULL);
      json.skip();
      return false;
    }

    private String text(JsonReader json, int member, int maxText)
        throws IOException, UnreadableException {
      if (!begin(json, member, Token.VALUE_STRING)) {
        return "";
      }
      long from = json.valueStart() + 1;
      long to = json.position() - 1;
      ends[member] = to + 1;
      boolean isTooLong = to - from > maxText;
      isBroken |= isTooLong;
      return isTooLong ? "" : json.text(from, to);
    }

    private long number(JsonReader json, int member) throws IOException, UnreadableException {
      if (!begin(json, member, Token.VALUE_NUMBER)) {
        return EventNumbers.NONE;
      }
      long number = json.integer();
      ends[member] = json.position();
      isBroken |= number == EventNumbers.NONE;
      return number;
    }

    /** Reads a line or a column. Any other value than an integer costs this call its position. */
    private long lineOrColumn(JsonReader json, int member) throws IOException, UnreadableException {
      boolean wasBroken = isBroken || ends[member] > 0;
      long number = number(json, member);
      isBroken = wasBroken;
      ends[member] = json.position();
      return number;
    }

    private void readScriptId(JsonReader json) throws IOException, UnreadableException {
      isIdText = json.isAt(Token.VALUE_STRING);
      if (isIdText) {
        scriptId = ScriptIds.parsed(text(json, SCRIPT_ID, MAX_ID_BYTES));
      } else {
        long number = number(json, SCRIPT_ID);
        scriptId = number >= 0 && number <= MAX_ID ? (int) number : -1;
      }
    }

    boolean isBroken() {
      return isBroken;
    }

    boolean has(int member) {
      return ends[member] > 0;
    }

    long start(int member) {
      return starts[member];
    }

    long end(int member) {
      return ends[member];
    }

    String name() {
      return name;
    }

    String url() {
      return url;
    }

    int scriptId() {
      return scriptId;
    }

    boolean isIdText() {
      return isIdText;
    }

    int line(int base) {
      return EventNumbers.position(line, base);
    }

    int column(int base) {
      return EventNumbers.position(column, base);
    }

    int textLength() {
      return name.length() + url.length();
    }
  }
}
