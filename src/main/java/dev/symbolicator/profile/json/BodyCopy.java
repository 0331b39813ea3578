package dev.symbolicator.profile.json;

import dev.symbolicator.profile.LargeFormat.BodyBytes;
import java.io.IOException;
import java.io.OutputStream;

/** Copies a body to a stream, with changed places, in ascending order and without overlap. */
public final class BodyCopy {
  private static final int PIECE = 1 << 16;

  private final BodyBytes body;
  private final OutputStream out;
  private final byte[] piece = new byte[PIECE];
  private long pieceStart;
  private int pieceLength;
  private final JsonBuffer pending = new JsonBuffer();
  private long copied;

  public BodyCopy(BodyBytes body, OutputStream out) {
    this.body = body;
    this.out = out;
  }

  /**
   * Copies the body up to a place, {@code from} to before {@code to}, which is left out. Returns a
   * buffer for the JSON that takes its place, written by a later call.
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
