package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FrameTable.ScriptList;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames that are objects, one after the other, and adds those with a script to a table. A
 * null in place of a member's value stands for no value, and so does anything but an integer in
 * place of a line or a column.
 */
public class FrameReader {
  /** Stands for a frame that lies in no script. */
  public static final int NO_FRAME = -1;

  private static final int NO_SCRIPT = -1;

  private final ScanContext context;
  private final JsonReader json;
  private final FirstProblem problem;
  private final FrameTable table;
  private final @Nullable ScriptList scripts;
  private final int base;
  private final FrameTable.Row row;
  private String name = "";
  private String url = "";
  private double script;
  private double line;
  private double column;

  /**
   * Makes a reader.
   *
   * @param table receives the frames
   * @param scripts receives the URLs in the member {@link FrameTable#SCRIPT}; null if that member
   *     is the script's index
   * @param base the number of the first line and the first column
   */
  public FrameReader(
      ScanContext context,
      FirstProblem problem,
      FrameTable table,
      @Nullable ScriptList scripts,
      int base) {
    this.context = context;
    this.json = context.json();
    this.problem = problem;
    this.table = table;
    this.scripts = scripts;
    this.base = base;
    row = table.newRow();
  }

  /**
   * Reads the array at whose opening bracket the cursor stands, up to its closing bracket. A
   * frame's label is its index in the array.
   *
   * @param isSparse whether entries that are no objects pass through
   * @return the number of entries
   */
  public final int readArray(boolean isSparse) throws IOException {
    int most = context.limits().maxFrames();
    FrameSpelling spelling =
        new FrameSpelling(
            context.text(), scripts != null, context.limits().maxStringLength(), table.newRow());
    int index = 0;
    while (true) {
      while (index < most && readAlike(spelling, index)) {
        index++;
      }
      if (json.next() == Token.END_ARRAY) {
        return index;
      }
      if (index == most) {
        problem.limitExceeded(ProfileLimits.MAX_FRAMES, most, json.start());
      }
      if (json.isAt(Token.START_OBJECT) && !problem.isPresent()) {
        begin(index);
        readObject();
        if (end() != NO_FRAME && !spelling.isKnown()) {
          spelling.learn(row, json.end());
        }
      } else {
        if (!isSparse) {
          problem.wrongKind(json, "an object");
        }
        json.skip();
      }
      index++;
    }
  }

  /** Reads the next entry if it is spelled like a frame before; else does not move. */
  private boolean readAlike(FrameSpelling spelling, int label) throws IOException {
    if (!spelling.isKnown()) {
      return false;
    }
    int behind = spelling.read(json.peekEntry(), label);
    if (behind == FrameSpelling.OTHER) {
      return false;
    }
    json.passEntry(behind);
    name = spelling.text(FrameTable.NAME);
    if (scripts == null) {
      script = spelling.integer(FrameTable.SCRIPT);
    } else {
      url = spelling.text(FrameTable.SCRIPT);
    }
    line = spelling.integer(FrameTable.LINE);
    column = spelling.integer(FrameTable.COLUMN);
    add(spelling.row());
    return true;
  }

  /** Begins the frame at whose opening brace the cursor stands, and forgets the frame before. */
  public final void begin(int label) {
    row.begin(json.start(), label);
    name = "";
    url = "";
    script = Double.NaN;
    line = Double.NaN;
    column = Double.NaN;
  }

  /** Reads all members, up to the closing brace. */
  public final void readObject() throws IOException {
    while (json.next() != Token.END_OBJECT) {
      String member = json.name();
      json.next();
      if (!readMember(member)) {
        json.skip();
      }
    }
  }

  /**
   * Reads the current value if it belongs to a member of the table.
   *
   * @return false, without moving the cursor, if the value belongs to none
   */
  public final boolean readMember(String memberName) throws IOException {
    return readMember(table.member(memberName));
  }

  /** Like {@link #readMember(String)}, but by the member's index, which is negative for others. */
  protected boolean readMember(int member) throws IOException {
    if (member < 0) {
      return false;
    }
    if (!row.beginMember(member, json.start())) {
      problem.duplicate(json);
      json.skip();
      return true;
    }
    switch (member) {
      case FrameTable.NAME -> name = string();
      case FrameTable.SCRIPT -> readScript();
      case FrameTable.LINE -> line = lineOrColumn();
      case FrameTable.COLUMN -> column = lineOrColumn();
      default -> readOther(member);
    }
    row.endMember(member, json.end());
    return true;
  }

  private void readScript() throws IOException {
    if (scripts == null) {
      script = integer();
    } else {
      url = string();
    }
  }

  /** Reads the value of a member behind {@link FrameTable#COLUMN}, or moves to its end. */
  protected void readOther(int member) throws IOException {
    json.skip();
  }

  private String string() throws IOException {
    if (json.isAt(Token.VALUE_STRING)) {
      return json.text();
    }
    skipWrong("a string");
    return "";
  }

  /** Returns the current integer of any size; NaN if the value is null or wrong. */
  private double integer() throws IOException {
    double number = json.number();
    if (number == Math.rint(number)) {
      return number;
    }
    skipWrong("an integer");
    return Double.NaN;
  }

  /**
   * Returns the current integer; NaN for any other value, which costs the frame its position: one
   * odd frame of another program is no reason to refuse its file.
   */
  private double lineOrColumn() throws IOException {
    double number = json.number();
    if (number == Math.rint(number)) {
      return number;
    }
    json.skip();
    return Double.NaN;
  }

  private void skipWrong(String expected) throws IOException {
    if (!json.isAt(Token.VALUE_NULL)) {
      problem.wrongKind(json, expected);
      json.skip();
    }
  }

  /** Tells whether the frame has a member for its name. */
  public final boolean hasName() {
    return row.has(FrameTable.NAME);
  }

  /**
   * Adds the frame to the table if it lies in a script.
   *
   * @return the frame's index; {@link #NO_FRAME} for a frame without a script, or with a problem
   */
  public int end() {
    return add(row);
  }

  private int add(FrameTable.Row places) {
    if (problem.isPresent() || (url.isEmpty() && Double.isNaN(script))) {
      return NO_FRAME;
    }
    if (!context.memory().take(MemoryMeter.FRAME, name)) {
      problem.outOfMemory();
      return NO_FRAME;
    }
    int index = scripts == null ? scriptIndex() : scripts.index(url, json.start());
    if (index == NO_SCRIPT) {
      return NO_FRAME;
    }
    table.add(
        new ProfileFrame(table.size(), index, position(line), position(column), name), places);
    return table.size() - 1;
  }

  /** Returns an index that no script has for a number that is no index. */
  private int scriptIndex() {
    return script < 0 ? Integer.MAX_VALUE : (int) script;
  }

  /** Returns a 0-based line or column; -1 for a number that no script can have. */
  private int position(double number) {
    return number >= base && number <= Integer.MAX_VALUE ? (int) number - base : -1;
  }
}
