package dev.symbolicator.profile.selfprofile;

import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonCursor;
import dev.symbolicator.profile.json.ScanContext;
import java.io.IOException;
import java.util.List;

/**
 * Reads the array {@code frames} of a JS Self-Profiling trace. Its lines and columns are 1-based.
 */
final class FrameScan {
  static final int NAME = 0;
  static final int RESOURCE_ID = 1;
  static final int LINE = 2;
  static final int COLUMN = 3;
  private static final List<String> MEMBERS = List.of("name", "resourceId", "line", "column");
  private static final int NO_SCRIPT = -1;

  private final JsonCursor json;
  private final String pointer;
  private final int maxFrames;
  private final MemoryMeter memory;
  private final FirstProblem problem;
  private final FrameTable table = new FrameTable(MEMBERS);
  private final FrameTable.Row row = table.newRow();

  FrameScan(ScanContext context, FirstProblem problem) {
    this.json = context.json();
    this.pointer = context.pointer() + "/frames";
    this.maxFrames = context.limits().maxFrames();
    this.memory = context.memory();
    this.problem = problem;
  }

  FrameTable table() {
    return table;
  }

  /** Reads the array at whose opening bracket the cursor stands, up to its closing bracket. */
  void read() throws IOException {
    for (int index = 0; json.next() != JsonToken.END_ARRAY; index++) {
      if (problem.isPresent()) {
        json.skip();
      } else if (index == maxFrames) {
        problem.limitExceeded(ProfileLimits.MAX_FRAMES, maxFrames, json.start());
        json.skip();
      } else if (!json.isAt(JsonToken.START_OBJECT)) {
        problem.wrongKind(json, pointer + "/" + index, "an object");
        json.skip();
      } else {
        readFrame(index);
      }
    }
  }

  /**
   * Notes a problem if a frame names a script that does not exist. Called at the end, since {@code
   * resources} may come after {@code frames}.
   *
   * @param scripts the number of scripts
   */
  void checkScripts(int scripts) {
    for (ProfileFrame frame : table.frames()) {
      if (frame.script() >= scripts) {
        problem.invalid(
            pointer(RESOURCE_ID, table.label(frame.index())),
            table.start(frame.index(), RESOURCE_ID),
            "This must be an index into `resources`, which has " + scripts + " entries.");
        return;
      }
    }
  }

  private void readFrame(int index) throws IOException {
    row.begin(json.start(), index);
    String name = "";
    int script = NO_SCRIPT;
    int line = -1;
    int column = -1;
    while (json.next() != JsonToken.END_OBJECT) {
      int member = table.member(json.name());
      json.next();
      if (member < 0 || !begin(member, index)) {
        json.skip();
        continue;
      }
      switch (member) {
        case NAME -> name = string(index);
        case RESOURCE_ID -> script = scriptIndex(integer(member, index));
        case LINE -> line = position(integer(member, index));
        default -> column = position(integer(member, index));
      }
      row.endMember(member, json.end());
    }
    if (script != NO_SCRIPT && !memory.take(MemoryMeter.FRAME, name)) {
      problem.outOfMemory();
    } else if (script != NO_SCRIPT) {
      table.add(new ProfileFrame(table.size(), script, line, column, name), row);
    }
  }

  /** Notes where a member begins; returns false for a member that the frame has already. */
  private boolean begin(int member, int index) {
    if (!row.beginMember(member, json.start())) {
      problem.duplicate(json, pointer(member, index));
      return false;
    }
    return true;
  }

  private String string(int index) throws IOException {
    if (json.isAt(JsonToken.VALUE_STRING)) {
      return json.text();
    }
    if (!json.isAt(JsonToken.VALUE_NULL)) {
      problem.wrongKind(json, pointer(NAME, index), "a string");
      json.skip();
    }
    return "";
  }

  /** Returns the current value if it is an integer of any size; NaN if it is null or wrong. */
  private double integer(int member, int index) throws IOException {
    double number = json.number();
    if (number == Math.rint(number)) {
      return number;
    }
    if (!json.isAt(JsonToken.VALUE_NULL)) {
      problem.wrongKind(json, pointer(member, index), "an integer");
      json.skip();
    }
    return Double.NaN;
  }

  private static int scriptIndex(double resourceId) {
    if (Double.isNaN(resourceId)) {
      return NO_SCRIPT;
    }
    return resourceId < 0 ? Integer.MAX_VALUE : (int) resourceId;
  }

  /** Returns a 0-based position for a 1-based number; -1 for a number that no script can have. */
  private static int position(double number) {
    return number >= 1 && number <= Integer.MAX_VALUE ? (int) number - 1 : -1;
  }

  private String pointer(int member, int index) {
    return pointer + "/" + index + "/" + MEMBERS.get(member);
  }
}
