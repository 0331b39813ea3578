package dev.symbolicator.profile.v8;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameReader;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.FrameTable.ScriptList;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.io.IOException;
import java.util.List;

/** Reads the functions of a profile's nodes: the protocol's type {@code Runtime.CallFrame}. */
final class CallFrames {
  static final int SCRIPT_ID = 4;

  /** The member of the function's node that holds lines without columns. */
  static final int POSITION_TICKS = 5;

  private static final List<String> MEMBERS =
      List.of("functionName", "url", "lineNumber", "columnNumber", "scriptId", "positionTicks");

  private static final long MORE_EDITS = 96;

  private final ScanContext context;
  private final JsonReader json;
  private final FirstProblem problem;
  final ScriptList scripts;
  final FrameTable table = new FrameTable(MEMBERS);

  /** For each frame of {@link #table} the index of its node in {@code nodes}; -1 for one within. */
  final Ints entries;

  /** The number of entries of {@code nodes} that were begun. */
  int nodes;

  /** How many nodes the current one lies in. */
  int depth;

  private int read;
  private int largestScriptId;

  CallFrames(ScanContext context, FirstProblem problem) {
    this.context = context;
    this.json = context.json();
    this.problem = problem;
    scripts = new ScriptList(context.limits(), context.memory(), problem);
    entries = new Ints(context.memory());
  }

  int largestScriptId() {
    return largestScriptId;
  }

  /**
   * Begins the function at whose brace the cursor stands; {@code base}, the number of the first
   * line and column, is its label.
   */
  Function begin(int base) {
    Function function = new Function(base);
    function.begin(base);
    return function;
  }

  final class Function extends FrameReader {
    private int scriptId = -1;

    private Function(int base) {
      super(context, problem, table, scripts, base);
    }

    @Override
    protected boolean readMember(int member) throws IOException {
      return member != POSITION_TICKS && super.readMember(member);
    }

    @Override
    protected void readOther(int member) throws IOException {
      scriptId = readScriptId();
    }

    private int readScriptId() throws IOException {
      if (json.isAt(Token.VALUE_STRING)) {
        return ScriptIds.parsed(json.text());
      }
      double number = json.number();
      if (Double.isNaN(number) && !json.isAt(Token.VALUE_NULL)) {
        problem.wrongKind(json, "a string or a number");
      }
      return number >= 0 && number < Math.pow(10, ScriptIds.MAX_DIGITS) ? (int) number : -1;
    }

    @Override
    public int end() {
      largestScriptId = Math.max(largestScriptId, scriptId);
      int most = context.limits().maxFrames();
      if (read++ == most) {
        problem.limitExceeded(ProfileLimits.MAX_FRAMES, most, json.start());
      }
      int frame = super.end();
      if (frame != NO_FRAME) {
        context.memory().take(MORE_EDITS);
        entries.add(depth == 0 ? nodes - 1 : NO_FRAME);
      }
      return frame;
    }
  }
}
