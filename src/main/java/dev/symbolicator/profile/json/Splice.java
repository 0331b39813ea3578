package dev.symbolicator.profile.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Replaces spans of a text. Spans may be given in any order and must not overlap. All other bytes
 * are written as they are.
 */
public final class Splice {
  private static final int WIDTH = 3;

  private final JsonText text;
  private final JsonBuffer replacements = new JsonBuffer();

  /** For each edit: the span's start, the span's end, and the replacement's start. */
  private int[] edits = new int[16 * WIDTH];

  private int size;

  /** Makes a splice that replaces nothing yet. */
  public Splice(JsonText text) {
    this.text = text;
  }

  /**
   * Replaces a span.
   *
   * @param start a byte offset
   * @param end the byte offset behind the span
   * @return the buffer to append the replacement to, before the next edit
   */
  public JsonBuffer replace(int start, int end) {
    if (size * WIDTH == edits.length) {
      edits = Arrays.copyOf(edits, 2 * edits.length);
    }
    edits[size * WIDTH] = start;
    edits[size * WIDTH + 1] = end;
    edits[size * WIDTH + 2] = replacements.size();
    size++;
    return replacements;
  }

  /** Returns the text as it was read. */
  public JsonText text() {
    return text;
  }

  /** Removes a member with its name, by its value. The member before or behind must stay. */
  public void removeMember(Span value) {
    remove(text.member(value));
  }

  /** Removes a span. */
  public void remove(Span span) {
    replace(span.start(), span.end());
  }

  /** Like {@link #replace}, but inserts at a byte offset. */
  JsonBuffer insert(int at) {
    return replace(at, at);
  }

  /** Like {@link #insert}, but before the white space in front of the byte offset. */
  public JsonBuffer insertBehindLastByte(int before) {
    return insert(text.lastByteBefore(before) + 1);
  }

  /** Writes and flushes the text with its replacements. */
  public void writeTo(OutputStream out) throws IOException {
    byte[] bytes = text.bytes();
    Pages pages = new Pages(out, (long) text.end() - text.start() + replacements.size());
    int written = text.start();
    for (long key : inOrderOfTheText()) {
      int edit = (int) key;
      pages.add(bytes, written, edits[edit * WIDTH]);
      int replacementEnd = edit + 1 < size ? edits[(edit + 1) * WIDTH + 2] : replacements.size();
      replacements.addTo(pages, edits[edit * WIDTH + 2], replacementEnd);
      written = edits[edit * WIDTH + 1];
    }
    pages.add(bytes, written, text.end());
    pages.flush();
  }

  private long[] inOrderOfTheText() {
    long[] keys = new long[size];
    for (int edit = 0; edit < size; edit++) {
      keys[edit] = ((long) edits[edit * WIDTH] << 32) | edit;
    }
    Arrays.sort(keys);
    return keys;
  }
}
