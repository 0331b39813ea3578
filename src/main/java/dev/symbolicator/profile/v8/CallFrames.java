package dev.symbolicator.profile.v8;

import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonCursor;
import dev.symbolicator.profile.json.ScanContext;
import dev.symbolicator.profile.json.ScriptList;
import dev.symbolicator.profile.json.ValueReader;
import java.io.IOException;
import java.util.List;

/** Reads the functions of a profile's nodes: the protocol's type {@code Runtime.CallFrame}. */
final class CallFrames {
  static final int FUNCTION_NAME = 0;
  static final int SCRIPT_ID = 1;
  static final int URL = 2;
  static final int LINE_NUMBER = 3;
  static final int COLUMN_NUMBER = 4;

  /** The member of the function's node that holds lines without columns. */
  static final int POSITION_TICKS = 5;

  static final int NO_FRAME = -1;
  private static final List<String> MEMBERS =
      List.of("functionName", "scriptId", "url", "lineNumber", "columnNumber", "positionTicks");

  /**
   * Heap bytes beyond those of a trace's frame: the places of two more members, and two more edits,
   * in arrays that grow to twice their size.
   */
  private static final long MORE_EDITS = 96;

  /** The most digits of an ID that is looked at; V8 counts scripts from 1. */
  private static final int MAX_ID_DIGITS = 9;

  private final ScanContext context;
  private final JsonCursor json;
  private final FirstProblem problem;
  private final ValueReader values;
  private final ScriptList scripts;
  private final FrameTable table = new FrameTable(MEMBERS);
  private int read;
  private int largestScriptId;

  CallFrames(ScanContext context, FirstProblem problem) {
    this.context = context;
    this.json = context.json();
    this.problem = problem;
    values = new ValueReader(json, problem);
    scripts = new ScriptList(context, problem);
  }

  FrameTable table() {
    return table;
  }

  ScriptList scripts() {
    return scripts;
  }

  /** Returns the largest number that is the ID of a script. */
  int largestScriptId() {
    return largestScriptId;
  }

  /**
   * Begins to read the function in the object at whose opening brace the cursor stands.
   *
   * @param base the number of the first line and the first column
   */
  Function begin(int base) {
    return new Function(base);
  }

  /** The function that is being read. */
  final class Function {
    private final FrameTable.Row row = table.newRow();
    private String name = "";
    private String url = "";
    private double line = Double.NaN;
    private double column = Double.NaN;
    private int scriptId = -1;
    private boolean hasName;
    private final int base;

    private Function(int base) {
      this.base = base;
      row.begin(json.start(), base);
    }

    /** Reads a whole object. */
    void readObject() throws IOException {
      while (json.next() != JsonToken.END_OBJECT) {
        String member = json.name();
        json.next();
        if (!readMember(member)) {
          json.skip();
        }
      }
    }

    /** Reads the current value if it belongs to a member of a function. */
    boolean readMember(String member) throws IOException {
      int index = table.member(member);
      if (index < 0 || index == POSITION_TICKS) {
        return false;
      }
      hasName |= index == FUNCTION_NAME;
      if (!row.beginMember(index, json.start())) {
        problem.duplicate(json);
        json.skip();
        return true;
      }
      switch (index) {
        case FUNCTION_NAME -> name = values.string();
        case SCRIPT_ID -> scriptId = readScriptId();
        case URL -> url = values.string();
        case LINE_NUMBER -> line = values.integer();
        default -> column = values.integer();
      }
      row.endMember(index, json.end());
      return true;
    }

    private int readScriptId() throws IOException {
      if (json.isAt(JsonToken.VALUE_STRING)) {
        return parsed(json.text());
      }
      double number = json.number();
      if (Double.isNaN(number) && !json.isAt(JsonToken.VALUE_NULL)) {
        problem.wrongKind(json, "a string or a number");
        json.skip();
      }
      return number >= 0 && number < Math.pow(10, MAX_ID_DIGITS) ? (int) number : -1;
    }

    /** Tells whether the object has the member that each function has. */
    boolean hasName() {
      return hasName;
    }

    /**
     * Adds the function to the frames if it lies in a script.
     *
     * @return the frame's index; {@link #NO_FRAME} for a function without a script
     */
    int end() {
      largestScriptId = Math.max(largestScriptId, scriptId);
      int most = context.limits().maxFrames();
      if (read++ == most) {
        problem.limitExceeded(ProfileLimits.MAX_FRAMES, most, json.start());
      }
      if (problem.isPresent() || url.isEmpty()) {
        return NO_FRAME;
      }
      if (!context.memory().take(MemoryMeter.FRAME + MORE_EDITS, name)) {
        problem.outOfMemory();
        return NO_FRAME;
      }
      int script = scripts.index(url);
      if (script < 0) {
        return NO_FRAME;
      }
      table.add(
          new ProfileFrame(
              table.size(),
              script,
              ValueReader.position(line, base),
              ValueReader.position(column, base),
              name),
          row);
      return table.size() - 1;
    }
  }

  /** Returns the number that an ID spells; -1 for any other text. */
  private static int parsed(String id) {
    boolean isNumber =
        !id.isEmpty()
            && id.length() <= MAX_ID_DIGITS
            && id.chars().allMatch(unit -> unit >= '0' && unit <= '9');
    return isNumber ? Integer.parseInt(id) : -1;
  }
}
