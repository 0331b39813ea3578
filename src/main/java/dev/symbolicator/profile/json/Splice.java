package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.profile.ProfileReading;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Replaces spans of a text, in any order and without overlap. All other bytes are written as they
 * are.
 */
public final class Splice {
  private static final int WIDTH = 2;

  /** How many edits an edit may be moved before. The edits of one frame come in any order. */
  private static final int NEAR = 8;

  private static final int FEWEST = 16;

  /** A script, a name, a line and a column. */
  private static final int EDITS_OF_FRAME = 4;

  private static final int BYTES_OF_FRAME = 40;

  /** Room is made for no more frames than these, since a frame may have no edit. */
  private static final int MOST_FRAMES = 4096;

  private final JsonText text;
  final JsonBuffer replacements;

  /** For each edit the span's end, and the replacement's start. */
  private int[] edits;

  /** For each edit the span's start in the high half, and its index. */
  private long[] order;

  private boolean isInOrder = true;
  private int size;

  public Splice(JsonText text) {
    this(text, 0);
  }

  Splice(JsonText text, int frames) {
    this.text = text;
    int expected = Math.min(frames, MOST_FRAMES);
    int likely = FEWEST + EDITS_OF_FRAME * expected;
    order = new long[likely];
    edits = new int[WIDTH * likely];
    replacements = new JsonBuffer(FEWEST + BYTES_OF_FRAME * expected);
  }

  /** Replaces a span; the replacement is appended to the buffer before the next edit. */
  public JsonBuffer replace(int start, int end) {
    if (size == order.length) {
      order = Arrays.copyOf(order, 2 * size);
      edits = Arrays.copyOf(edits, 2 * WIDTH * size);
    }
    edits[size * WIDTH] = end;
    edits[size * WIDTH + 1] = replacements.size();
    place(((long) start << 32) | size);
    size++;
    return replacements;
  }

  /** Keeps the order if the edit belongs behind the last one, or not far before. */
  private void place(long edit) {
    int at = size;
    int nearest = Math.max(0, size - NEAR);
    while (at > nearest && order[at - 1] > edit) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = edit;
    isInOrder &= at == 0 || order[at - 1] < edit;
  }

  public JsonText text() {
    return text;
  }

  /** Removes a member with its name, by its value. The member before or behind must stay. */
  public void removeMember(Span value) {
    remove(member(value));
  }

  int lastByteBefore(int offset) {
    int at = offset - 1;
    while (JsonText.isSpace(text.bytes()[at])) {
      at--;
    }
    return at;
  }

  private Span member(Span value) {
    byte[] bytes = text.bytes();
    int colon = lastByteBefore(value.start());
    int quote = lastByteBefore(colon);
    int nameStart = quote - 1;
    while (bytes[nameStart] != '"' || isEscaped(nameStart)) {
      nameStart--;
    }
    int next = value.end();
    while (JsonText.isSpace(bytes[next])) {
      next++;
    }
    if (bytes[next] == ',') {
      return new Span(nameStart, next + 1);
    }
    int before = lastByteBefore(nameStart);
    return new Span(bytes[before] == ',' ? before : nameStart, value.end());
  }

  private boolean isEscaped(int at) {
    int backslashes = 0;
    while (text.bytes()[at - 1 - backslashes] == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  public void remove(Span span) {
    replace(span.start(), span.end());
  }

  /** Like {@link #replace}, but inserts at a byte offset. */
  JsonBuffer insert(int at) {
    return replace(at, at);
  }

  /** Like {@link #insert}, but before the white space in front of the byte offset. */
  public JsonBuffer insertBehindLastByte(int before) {
    return insert(lastByteBefore(before) + 1);
  }

  public void writeTo(OutputStream out) throws IOException {
    new SpliceWriter(this, out).finish();
  }

  /** Brings the edits into the order of their spans. No edit can be added afterwards. */
  void sort() {
    if (!isInOrder) {
      Arrays.sort(order, 0, size);
    }
  }

  int size() {
    return size;
  }

  int start(int place) {
    return (int) (order[place] >>> 32);
  }

  int end(int place) {
    return edits[(int) order[place] * WIDTH];
  }

  int replacementStart(int place) {
    return edits[(int) order[place] * WIDTH + 1];
  }

  int replacementEnd(int place) {
    int next = (int) order[place] + 1;
    return next < size ? edits[next * WIDTH + 1] : replacements.size();
  }

  /**
   * The place of the outermost member {@code symbolication}: its value, or the closing brace if
   * there is no such member. A negative start means that the format has no place for a report.
   *
   * @param functions the offset of the outermost member {@code functions}; negative for none
   */
  public record ReportPlace(JsonText text, int start, int end, int functions) {

    public static ReportPlace none(JsonText text) {
      return new ReportPlace(text, -1, -1, -1);
    }

    /** Returns the problem of a profile that is annotated already; null if it is not. */
    public @Nullable ProfileReading annotationProblem() {
      return functions < 0
          ? null
          : new ProfileReading.Invalid(
              "/" + FunctionColumns.MEMBER,
              functions,
              "The body has a member `functions`, in whose place annotations would be written. Send"
                  + " the profile without it, or without the parameter annotate.");
    }

    /** Puts the report, and the columns behind it; null for none. */
    public void put(byte @Nullable [] report, byte @Nullable [] columns, Splice splice) {
      if (start < 0) {
        return;
      }
      boolean isReplaced = start < end;
      int behind = isReplaced ? end : splice.lastByteBefore(start) + 1;
      String separator = text.bytes()[behind - 1] == '{' ? "" : ",";
      if (report != null && isReplaced) {
        splice.replace(start, end).raw(report);
      } else if (report != null) {
        add(separator + "\"symbolication\":", report, splice.insert(behind));
        separator = ",";
      }
      if (columns != null) {
        String name = "\"" + FunctionColumns.MEMBER + "\":";
        add(separator + name, columns, splice.insert(behind));
      }
    }

    private static void add(String name, byte[] value, JsonBuffer added) {
      added.ascii(name);
      added.raw(value);
    }
  }

  /**
   * Writes a text with the edits of a splice. Further spans can be replaced meanwhile, in their
   * order; these replacements are nowhere kept.
   */
  public static final class SpliceWriter {
    private static final int PAGE = 1 << 13;

    /** The room behind a page, which a value may fill. */
    private static final int ROOM_OF_VALUE = 256;

    private static final int LARGEST_COPY = 1 << 10;

    private final Splice splice;
    private final byte[] text;
    private final OutputStream out;

    /** Collects short pieces, so that the stream is written to seldom. */
    private final JsonBuffer page;

    private int written;
    private int edit;
    private int nextEdit;

    public SpliceWriter(Splice splice, OutputStream out) {
      this.splice = splice;
      this.out = out;
      JsonText whole = splice.text();
      text = whole.bytes();
      written = whole.start();
      int size = whole.end() - whole.start();
      page = new JsonBuffer((int) Math.min(PAGE, 2L * size) + ROOM_OF_VALUE);
      splice.sort();
      nextEdit = startOfEdit();
    }

    /**
     * Replaces a span behind all that were replaced by this method; append to the buffer before the
     * next call.
     */
    public JsonBuffer replace(int start, int end) throws IOException {
      while (nextEdit <= start) {
        writeEdit();
      }
      copy(start);
      written = end;
      return page;
    }

    public void finish() throws IOException {
      while (edit < splice.size()) {
        writeEdit();
      }
      copy(splice.text().end());
      flushPage();
      out.flush();
    }

    private void writeEdit() throws IOException {
      copy(nextEdit);
      written = splice.end(edit);
      int from = splice.replacementStart(edit);
      int to = splice.replacementEnd(edit);
      if (to - from > LARGEST_COPY) {
        flushPage();
        splice.replacements.writeTo(out, from, to);
      } else {
        splice.replacements.copyTo(page, from, to);
      }
      edit++;
      nextEdit = startOfEdit();
    }

    private int startOfEdit() {
      return edit < splice.size() ? splice.start(edit) : Integer.MAX_VALUE;
    }

    private void copy(int end) throws IOException {
      int length = end - written;
      if (length + page.size() > PAGE) {
        flushPage();
      }
      if (length > LARGEST_COPY && page.size() == 0) {
        out.write(text, written, length);
      } else {
        page.bytes(text, written, end);
      }
    }

    private void flushPage() throws IOException {
      page.writeTo(out);
      page.clear();
    }
  }
}
