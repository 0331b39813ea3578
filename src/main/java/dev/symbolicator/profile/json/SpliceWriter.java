package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonText;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a text with the edits of a splice. Further spans can be replaced while the text is
 * written, in the order of their offsets. These replacements are nowhere kept.
 */
public final class SpliceWriter {
  private static final int PAGE = 1 << 13;

  /** The room behind a page, which a value may fill. */
  private static final int ROOM_OF_VALUE = 256;

  /** A longer piece is written at once. */
  private static final int LARGEST_COPY = 1 << 10;

  private final Splice splice;
  private final byte[] text;
  private final OutputStream out;

  /** Collects short pieces, so that the stream is written to seldom. */
  private final JsonBuffer page;

  private int written;
  private int edit;
  private int nextEdit;

  /**
   * Begins to write.
   *
   * @param splice gets no further edit
   */
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
   * Replaces a span behind all spans that were replaced by this method.
   *
   * @param start a byte offset
   * @param end the byte offset behind the span
   * @return the buffer to append the replacement to, before the next call
   */
  public JsonBuffer replace(int start, int end) throws IOException {
    while (nextEdit <= start) {
      writeEdit();
    }
    copy(start);
    written = end;
    return page;
  }

  /** Writes and flushes the rest of the text. */
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
      splice.replacements().writeTo(out, from, to);
    } else {
      splice.replacements().copyTo(page, from, to);
    }
    edit++;
    nextEdit = startOfEdit();
  }

  private int startOfEdit() {
    return edit < splice.size() ? splice.start(edit) : Integer.MAX_VALUE;
  }

  /** Copies the text up to a byte offset. */
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
