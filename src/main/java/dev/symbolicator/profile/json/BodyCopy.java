package dev.symbolicator.profile.json;

import dev.symbolicator.profile.LargeFormat.BodyBytes;
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
  private long pieceStart;
  private int pieceLength;
  private final JsonBuffer pending = new JsonBuffer();
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
   * @return a buffer to which the JSON that takes the place is appended; written by a later call of
   *     any method
   */
  public JsonBuffer replace(long from, long to) throws IOException {
    upTo(from);
    copied = to;
    if (pending.size() >= PIECE) {
      writePending();
    }
    return pending;
  }

  private void upTo(long position) throws IOException {
    if (position < copied) {
      throw new IllegalArgumentException("A changed place lies before another one.");
    }
    while (copied < position) {
      if (copied < pieceStart || copied >= pieceStart + pieceLength) {
        pieceStart = copied;
        pieceLength = (int) Math.min(PIECE, body.size() - copied);
        body.read(copied, piece, 0, pieceLength);
      }
      int from = (int) (copied - pieceStart);
      int length = (int) Math.min(pieceLength - from, position - copied);
      if (pending.size() + length > PIECE) {
        writePending();
      }
      if (length == PIECE) {
        out.write(piece, 0, length);
      } else {
        pending.bytes(piece, from, from + length);
      }
      copied += length;
    }
  }

  /** Copies the rest of the body, and flushes the stream. */
  public void finish() throws IOException {
    upTo(body.size());
    writePending();
    out.flush();
  }

  private void writePending() throws IOException {
    pending.writeTo(out);
    pending.clear();
  }
}
