package dev.symbolicator.profile.scan;

import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.json.JsonBuffer;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Copies a body to a stream, with changed places. The places must come in ascending order and must
 * not overlap. All other bytes are copied as they are.
 */
public final class BodyCopy {
  private static final int PIECE = 1 << 16;

  private final BodyBytes body;
  private final OutputStream out;
  private final byte[] piece = new byte[PIECE];
  private final JsonBuffer changed = new JsonBuffer();
  private long copied;

  /** Makes a copy that has written nothing yet. */
  public BodyCopy(BodyBytes body, OutputStream out) {
    this.body = body;
    this.out = out;
  }

  /**
   * Copies the body up to a place, and leaves the place's bytes out.
   *
   * @param from the offset of the first byte that is left out
   * @param to the offset behind the last one; equal to {@code from} for an insertion
   * @return an empty buffer for the JSON that takes the place; written by the next call of any
   *     method
   */
  public JsonBuffer replace(long from, long to) throws IOException {
    upTo(from);
    copied = to;
    return changed;
  }

  /** Copies the body up to an offset. */
  public void upTo(long position) throws IOException {
    if (position < copied) {
      throw new IllegalArgumentException("A changed place lies before another one.");
    }
    writeChanged();
    while (copied < position) {
      int length = (int) Math.min(PIECE, position - copied);
      body.read(copied, piece, 0, length);
      out.write(piece, 0, length);
      copied += length;
    }
  }

  /** Copies the rest of the body, and flushes the stream. */
  public void finish() throws IOException {
    upTo(body.size());
    out.flush();
  }

  private void writeChanged() throws IOException {
    changed.writeTo(out);
    changed.clear();
  }
}
