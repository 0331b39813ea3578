package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonBytes;
import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.json.KnownBytes;
import dev.symbolicator.memory.EightBytes;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FrameTable.ScriptList;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames that are objects, and adds those with a script to a table. A null counts as no
 * value, and so does anything but an integer in place of a line or a column.
 */
public class FrameReader {
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
   * Makes a reader; {@code scripts} receives URLs, or is null if the member {@link
   * FrameTable#SCRIPT} is an index; {@code base} is the number of the first line and column.
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
   * Reads the array at whose bracket the cursor stands, and returns its length; labels are indices.
   * In a sparse one, entries that are no objects pass through.
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
    add(spelling.row);
    return true;
  }

  public final void begin(int label) {
    row.begin(json.start(), label);
    name = "";
    url = "";
    script = Double.NaN;
    line = Double.NaN;
    column = Double.NaN;
  }

  public final void readObject() throws IOException {
    while (json.nextMember()) {
      String member = json.name();
      if (!readMember(member)) {
        json.skip();
      }
    }
  }

  /** Reads the current value if it belongs to a member of the table; else false, without moving. */
  public final boolean readMember(String memberName) throws IOException {
    return readMember(table.member(memberName));
  }

  protected boolean readMember(int member) throws IOException {
    if (member < 0) {
      return false;
    }
    if (!row.beginMember(member, json.start())) {
      problem.duplicate(json);
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
    }
  }

  /** Tells whether the frame has a member for its name. */
  public final boolean hasName() {
    return row.has(FrameTable.NAME);
  }

  /** Adds the frame if it lies in a script; else, or with a problem, returns {@link #NO_FRAME}. */
  public int end() {
    return add(row);
  }

  private int add(FrameTable.Row places) {
    if (problem.isPresent() || (url.isEmpty() && Double.isNaN(script))) {
      return NO_FRAME;
    }
    context.memory().take(ProfileLimits.FRAME_BYTES, name);
    int index = scripts == null ? scriptIndex() : scripts.index(url, json.start());
    if (index == NO_SCRIPT) {
      return NO_FRAME;
    }
    table.add(
        new ProfileFrame(table.size(), index, position(line), position(column), name), places);
    return table.size() - 1;
  }

  private int scriptIndex() {
    return script < 0 ? Integer.MAX_VALUE : (int) script;
  }

  /** Returns a 0-based line or column; -1 for a number that no script can have. */
  private int position(double number) {
    return number >= base && number <= Integer.MAX_VALUE ? (int) number - base : -1;
  }

  /**
   * Reads frames with the same bytes around their values as one before, a plain string or a short
   * integer each. Those bytes were checked once, so they are JSON in each entry. Whatever differs
   * is left to {@link FrameReader}.
   */
  static final class FrameSpelling {
    static final int OTHER = -1;

    private static final int MAX_MEMBERS = FrameTable.COLUMN + 1;

    private final byte[] bytes;
    private final int end;
    private final int maxText;
    final FrameTable.Row row;
    private final boolean[] isText = new boolean[MAX_MEMBERS];
    private final int[] integers = new int[MAX_MEMBERS];
    private final int[] members = new int[MAX_MEMBERS];

    private final KnownBytes[] before = new KnownBytes[MAX_MEMBERS];
    private final KnownBytes behind;
    private int count;

    /** Knows no frame yet; {@code hasUrls} if the member {@link FrameTable#SCRIPT} is a string. */
    FrameSpelling(JsonText text, boolean hasUrls, int maxText, FrameTable.Row row) {
      bytes = text.bytes();
      end = text.end();
      this.maxText = maxText;
      this.row = row;
      isText[FrameTable.NAME] = true;
      isText[FrameTable.SCRIPT] = hasUrls;
      for (int i = 0; i < MAX_MEMBERS; i++) {
        before[i] = new KnownBytes(bytes);
      }
      behind = new KnownBytes(bytes);
    }

    boolean isKnown() {
      return count > 0;
    }

    /**
     * Learns the spelling of a frame without a problem, if it has only the members of each table.
     */
    void learn(FrameTable.Row frame, int to) {
      if (frame.hasOther() || !KnownBytes.canBeginAt(to, bytes)) {
        return;
      }
      int from = frame.objectStart();
      row.begin(from, 0);
      int known = 0;
      for (int member = frame.next(from); member >= 0; member = frame.next(from)) {
        int quotes = isText[member] ? 1 : 0;
        int start = frame.start(member) + quotes;
        row.beginMember(member, start);
        before[known].remember(from, start);
        members[known++] = member;
        from = frame.end(member) - quotes;
      }
      behind.remember(from, to);
      count = known;
    }

    /** Reads a frame of the known spelling; returns its end, or {@link #OTHER}. */
    int read(int from, int label) {
      int at = from;
      for (int i = 0; i < count; i++) {
        KnownBytes known = before[i];
        if (!known.isAt(at, end)) {
          count = 0;
          return OTHER;
        }
        int start = at + known.length();
        int member = members[i];
        at = isText[member] ? text(member, start) : integer(member, start);
        if (at == OTHER) {
          return OTHER;
        }
      }
      if (!behind.isAt(at, end)) {
        count = 0;
        return OTHER;
      }
      row.beginAlike(from, label);
      return at + behind.length();
    }

    private int text(int member, int start) {
      int at = start;
      while (at <= end - Long.BYTES) {
        long special = JsonBytes.special(EightBytes.at(bytes, at));
        if (special != 0) {
          at += EightBytes.first(special);
          row.put(member, start - 1, at + 1);
          return at - start <= maxText ? at : OTHER;
        }
        at += Long.BYTES;
      }
      return OTHER;
    }

    private int integer(int member, int start) {
      if (start > end - Long.BYTES) {
        return OTHER;
      }
      long eight = EightBytes.at(bytes, start);
      int digits = JsonBytes.leadingDigits(eight);
      if (digits == 0 || (digits > 1 && bytes[start] == '0')) {
        return OTHER;
      }
      integers[member] = JsonBytes.integer(eight, digits);
      row.put(member, start, start + digits);
      return start + digits;
    }

    String text(int member) {
      int from = row.start(member) + 1;
      int length = row.end(member) - 1 - from;
      return length <= 0 ? "" : new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    }

    double integer(int member) {
      return row.has(member) ? integers[member] : Double.NaN;
    }
  }
}
