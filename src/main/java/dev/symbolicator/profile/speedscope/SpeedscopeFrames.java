package dev.symbolicator.profile.speedscope;

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

/** Reads the array {@code shared.frames}. Frames without a file are left out. */
final class SpeedscopeFrames {
  static final int NAME = 0;
  static final int FILE = 1;
  static final int LINE = 2;
  static final int COL = 3;
  private static final List<String> MEMBERS = List.of("name", "file", "line", "col");

  /** Heap bytes of the second frame, whose position counts from 0. */
  private static final int SECOND_FRAME = 48;

  private final ScanContext context;
  private final JsonCursor json;
  private final FirstProblem problem;
  private final ValueReader values;
  private final ScriptList scripts;
  private final FrameTable table = new FrameTable(MEMBERS);
  private final FrameTable.Row row = table.newRow();

  SpeedscopeFrames(ScanContext context, FirstProblem problem) {
    this.context = context;
    this.json = context.json();
    this.problem = problem;
    values = new ValueReader(json, problem);
    scripts = new ScriptList(context, problem);
  }

  /** Returns the frames. Their lines and columns are the numbers in the file. */
  FrameTable table() {
    return table;
  }

  ScriptList scripts() {
    return scripts;
  }

  /** Reads the array at whose opening bracket the cursor stands, up to its closing bracket. */
  void read() throws IOException {
    int most = context.limits().maxFrames();
    for (int index = 0; json.next() != JsonToken.END_ARRAY; index++) {
      if (problem.isPresent()) {
        json.skip();
      } else if (index == most) {
        problem.limitExceeded(ProfileLimits.MAX_FRAMES, most, json.start());
        json.skip();
      } else if (!json.isAt(JsonToken.START_OBJECT)) {
        problem.wrongKind(json, "an object");
        json.skip();
      } else {
        readFrame();
      }
    }
  }

  private void readFrame() throws IOException {
    row.begin(json.start(), 0);
    String name = "";
    String file = "";
    int line = -1;
    int col = -1;
    while (json.next() != JsonToken.END_OBJECT) {
      int member = table.member(json.name());
      json.next();
      if (member < 0) {
        json.skip();
        continue;
      }
      if (!row.beginMember(member, json.start())) {
        problem.duplicate(json);
        json.skip();
        continue;
      }
      switch (member) {
        case NAME -> name = values.string();
        case FILE -> file = values.string();
        case LINE -> line = ValueReader.position(values.integer(), 0);
        default -> col = ValueReader.position(values.integer(), 0);
      }
      row.endMember(member, json.end());
    }
    if (!problem.isPresent() && !file.isEmpty()) {
      add(name, file, line, col);
    }
  }

  private void add(String name, String file, int line, int col) {
    String own = AnonymousName.isIn(name) ? "" : name;
    if (!context.memory().take(MemoryMeter.FRAME + SECOND_FRAME, own)) {
      problem.outOfMemory();
      return;
    }
    int script = scripts.index(file);
    if (script >= 0) {
      table.add(new ProfileFrame(table.size(), script, line, col, own), row);
    }
  }
}
