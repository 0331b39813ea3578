package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The frames that have a script, with the byte offsets of their members' values. */
public final class FrameTable {
  public static final int NAME = 0;

  public static final int SCRIPT = 1;
  public static final int LINE = 2;
  public static final int COLUMN = 3;

  private static final int ABSENT = -1;
  private static final int BLOCK_BITS = 6;

  private static final int IN_BLOCK = (1 << BLOCK_BITS) - 1;

  private final List<String> memberNames;
  private final int width;

  private final List<ProfileFrame> frames = new ArrayList<>();
  private int[][] blocks = new int[4][];

  /**
   * Makes an empty table of frames with a name, a script, a line, a column, and other members,
   * known by their indices.
   */
  public FrameTable(List<String> members) {
    memberNames = members;
    width = 2 * members.size() + 2;
  }

  final class Row {
    private final int[] offsets = new int[width];

    /** Forgets the frame before; the label is any number that the frame shall keep. */
    void begin(int objectStart, int label) {
      Arrays.fill(offsets, ABSENT);
      offsets[width - 2] = objectStart;
      offsets[width - 1] = label;
    }

    boolean beginMember(int member, int offset) {
      if (has(member)) {
        return false;
      }
      offsets[2 * member] = offset;
      return true;
    }

    boolean has(int member) {
      return offsets[2 * member] != ABSENT;
    }

    void endMember(int member, int offset) {
      offsets[2 * member + 1] = offset;
    }

    /** Begins a frame that has the same members as the frame before. */
    void beginAlike(int objectStart, int label) {
      offsets[width - 2] = objectStart;
      offsets[width - 1] = label;
    }

    void put(int member, int start, int end) {
      offsets[2 * member] = start;
      offsets[2 * member + 1] = end;
    }

    int objectStart() {
      return offsets[width - 2];
    }

    int start(int member) {
      return offsets[2 * member];
    }

    /** Returns the byte offset behind a member's value. */
    int end(int member) {
      return offsets[2 * member + 1];
    }

    boolean hasOther() {
      for (int member = COLUMN + 1; member < width / 2 - 1; member++) {
        if (has(member)) {
          return true;
        }
      }
      return false;
    }

    int next(int offset) {
      int next = ABSENT;
      for (int member = NAME; member <= COLUMN; member++) {
        if (start(member) > offset && (next == ABSENT || start(member) < start(next))) {
          next = member;
        }
      }
      return next;
    }
  }

  Row newRow() {
    return new Row();
  }

  int member(String name) {
    return memberNames.indexOf(name);
  }

  /** Begins a member behind the opening brace of a frame, which must have another member. */
  void begin(int member, JsonBuffer added) {
    added.ascii("\"" + memberNames.get(member) + "\":");
  }

  /** Adds a frame, whose index must be the table's size, and copies its row. */
  void add(ProfileFrame frame, Row row) {
    int index = frame.index();
    int block = index >> BLOCK_BITS;
    if (block == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * block);
    }
    if ((index & IN_BLOCK) == 0) {
      blocks[block] = new int[width << BLOCK_BITS];
    }
    System.arraycopy(row.offsets, 0, blocks[block], (index & IN_BLOCK) * width, width);
    frames.add(frame);
  }

  public void setMember(int frame, int member, Span value) {
    int[] block = blocks[frame >> BLOCK_BITS];
    int at = (frame & IN_BLOCK) * width + 2 * member;
    block[at] = value.start();
    block[at + 1] = value.end();
  }

  private int get(int frame, int number) {
    return blocks[frame >> BLOCK_BITS][(frame & IN_BLOCK) * width + number];
  }

  int size() {
    return frames.size();
  }

  public List<ProfileFrame> frames() {
    return Collections.unmodifiableList(frames);
  }

  public int start(int frame, int member) {
    return get(frame, 2 * member);
  }

  /** Copies the start and end of the first members' values; -1 for one that the frame lacks. */
  void copySpans(int frame, int[] spans) {
    int at = (frame & IN_BLOCK) * width;
    System.arraycopy(blocks[frame >> BLOCK_BITS], at, spans, 0, spans.length);
  }

  public boolean has(int frame, int member) {
    return start(frame, member) != ABSENT;
  }

  public Span span(int frame, int member) {
    return new Span(start(frame, member), get(frame, 2 * member + 1));
  }

  public int objectStart(int frame) {
    return get(frame, width - 2);
  }

  public int label(int frame) {
    return get(frame, width - 1);
  }

  /** Replaces a frame's name if there is another one. An equal value keeps its spelling. */
  public void putName(Splice splice, ProfileFrame frame, @Nullable String name) {
    if (name != null && !name.equals(frame.name())) {
      putString(splice, frame.index(), NAME, name);
    }
  }

  /** Replaces a frame's line and column where they differ, counted from {@code base}. */
  public void putPosition(Splice splice, ProfileFrame frame, OriginalFrame original, int base) {
    if (original.line() != frame.line()) {
      putNumber(splice, frame.index(), LINE, original.line() + base);
    }
    if (original.column() != frame.column()) {
      putNumber(splice, frame.index(), COLUMN, original.column() + base);
    }
  }

  /** Replaces a member's value by a number, or adds the member. */
  public void putNumber(Splice splice, int frame, int member, int number) {
    if (has(frame, member)) {
      replace(splice, frame, member).number(number);
    } else {
      JsonBuffer added = insert(splice, frame, member);
      added.number(number);
      added.ascii(",");
    }
  }

  /** Replaces a member's value by a string, or adds the member. */
  public void putString(Splice splice, int frame, int member, String text) {
    if (has(frame, member)) {
      replace(splice, frame, member).string(text);
    } else {
      JsonBuffer added = insert(splice, frame, member);
      added.string(text);
      added.ascii(",");
    }
  }

  private JsonBuffer replace(Splice splice, int frame, int member) {
    Span value = span(frame, member);
    return splice.replace(value.start(), value.end());
  }

  private JsonBuffer insert(Splice splice, int frame, int member) {
    JsonBuffer added = splice.insert(objectStart(frame) + 1);
    begin(member, added);
    return added;
  }

  /**
   * The scripts of a format whose frames spell out their URLs, each once, in order of first use.
   */
  public static final class ScriptList {
    private final ProfileLimits limits;
    private final Allowance memory;
    private final FirstProblem problem;
    private final List<String> urls = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();

    /** Makes an empty list that charges the memory as it grows. */
    public ScriptList(ProfileLimits limits, Allowance memory, FirstProblem problem) {
      this.limits = limits;
      this.memory = memory;
      this.problem = problem;
    }

    /**
     * Returns the index of a URL; -1 for one beyond {@link ProfileLimits#maxResources}, which is a
     * problem at the offset.
     */
    public int index(String url, long offset) {
      Integer known = indexes.get(url);
      if (known != null) {
        return known;
      }
      int most = limits.maxResources();
      if (urls.size() == most) {
        problem.limitExceeded(ProfileLimits.MAX_RESOURCES, most, offset);
        return -1;
      }
      memory.take(2 * ProfileLimits.RESOURCE_BYTES, url);
      indexes.put(url, urls.size());
      urls.add(url);
      return urls.size() - 1;
    }

    public List<String> urls() {
      return Collections.unmodifiableList(urls);
    }
  }
}
