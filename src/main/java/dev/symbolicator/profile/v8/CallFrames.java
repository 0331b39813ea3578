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
  static final int NO_FRAME = -1;
  private static final List<String> MEMBERS =
      List.of("functionName", "scriptId", "url", "lineNumber", "columnNumber");

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

  /** Begins to read the function in the object at whose opening brace the cursor stands. */
  Function begin() {
    return new Function();
  }

  /** The function that is being read. */
  final class Function {
    private final FrameTable.Row row = table.newRow();
    private String name = "";
    private String url = "";
    private double line = Double.NaN;
    private double column = Double.NaN;
    private int scriptId = -1;
    private boolean hasMembers;

    private Function() {
      row.begin(json.start(), 0);
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
      if (index < 0) {
        return false;
      }
      hasMembers = true;
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
        String text = json.text();
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
      }
      double number = json.number();
      if (Double.isNaN(number) && !json.isAt(JsonToken.VALUE_NULL)) {
        problem.wrongKind(json, "a string or a number");
        json.skip();
      }
      return number >= 0 && number < 1e9 ? (int) number : -1;
    }

    boolean hasMembers() {
      return hasMembers;
    }

    /**
     * Adds the function to the frames if it lies in a script.
     *
     * @param base the number of the first line and the first column
     * @return the frame's index; {@link #NO_FRAME} for a function without a script
     */
    int end(int base) {
      largestScriptId = Math.max(largestScriptId, scriptId);
      int most = context.limits().maxFrames();
      if (read++ == most) {
        problem.limitExceeded(ProfileLimits.MAX_FRAMES, most, json.start());
      }
      if (problem.isPresent() || url.isEmpty()) {
        return NO_FRAME;
      }
      if (!context.memory().take(MemoryMeter.FRAME, name)) {
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
}
