package dev.symbolicator.profile;

import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.FrameTable.FramePart;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the array {@code frames} of a JS Self-Profiling trace. Its lines and columns are 1-based.
 */
final class FrameScan {
  private static final int NO_SCRIPT = -1;

  private final JsonCursor json;
  private final String pointer;
  private final int maxFrames;
  private final MemoryMeter memory;
  private final FirstProblem problem;
  private final FrameTable table = new FrameTable();

  /** The row of the frame that is being read. */
  private final int[] row = new int[FrameTable.WIDTH];

  FrameScan(
      JsonCursor json, String pointer, int maxFrames, MemoryMeter memory, FirstProblem problem) {
    this.json = json;
    this.pointer = pointer;
    this.maxFrames = maxFrames;
    this.memory = memory;
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
            pointer + "/" + table.arrayIndex(frame.index()) + "/" + FramePart.RESOURCE_ID.member,
            table.start(frame.index(), FramePart.RESOURCE_ID),
            "This must be an index into `resources`, which has " + scripts + " entries.");
        return;
      }
    }
  }

  private void readFrame(int index) throws IOException {
    Arrays.fill(row, -1);
    row[FrameTable.OBJECT] = json.start();
    row[FrameTable.ARRAY_INDEX] = index;
    String name = "";
    int script = NO_SCRIPT;
    int line = -1;
    int column = -1;
    while (json.next() != JsonToken.END_OBJECT) {
      FramePart part = part(json.name());
      json.next();
      if (part == null || !begin(part, index)) {
        json.skip();
        continue;
      }
      switch (part) {
        case NAME -> name = string(index);
        case RESOURCE_ID -> script = scriptIndex(integer(part, index));
        case LINE -> line = position(integer(part, index));
        case COLUMN -> column = position(integer(part, index));
      }
      row[part.end] = json.end();
    }
    if (script != NO_SCRIPT && !memory.take(MemoryMeter.FRAME, name)) {
      problem.outOfMemory();
    } else if (script != NO_SCRIPT) {
      table.add(new ProfileFrame(table.size(), script, line, column, name), row);
    }
  }

  private static @Nullable FramePart part(String member) {
    return switch (member) {
      case "name" -> FramePart.NAME;
      case "resourceId" -> FramePart.RESOURCE_ID;
      case "line" -> FramePart.LINE;
      case "column" -> FramePart.COLUMN;
      default -> null;
    };
  }

  /** Notes where a part begins; returns false for a part that the frame has already. */
  private boolean begin(FramePart part, int index) {
    if (row[part.start] >= 0) {
      problem.duplicate(json, pointer(part, index));
      return false;
    }
    row[part.start] = json.start();
    return true;
  }

  private String string(int index) throws IOException {
    if (json.isAt(JsonToken.VALUE_STRING)) {
      return json.text();
    }
    if (!json.isAt(JsonToken.VALUE_NULL)) {
      problem.wrongKind(json, pointer(FramePart.NAME, index), "a string");
      json.skip();
    }
    return "";
  }

  /** Returns the current value if it is an integer of any size; NaN if it is null or wrong. */
  private double integer(FramePart part, int index) throws IOException {
    double number = json.number();
    if (number == Math.rint(number)) {
      return number;
    }
    if (!json.isAt(JsonToken.VALUE_NULL)) {
      problem.wrongKind(json, pointer(part, index), "an integer");
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

  private String pointer(FramePart part, int index) {
    return pointer + "/" + index + "/" + part.member;
  }
}
