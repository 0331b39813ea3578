package dev.symbolicator.export;

import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.json.JsonBuffer.Milliseconds;
import java.io.IOException;
import java.io.OutputStream;

/** Writes JSON in pieces to a stream. */
public final class JsonOut {
  private static final int PIECE = 1 << 14;
  private static final int TEXT_PIECE = 1 << 11;

  private final OutputStream out;
  private final JsonBuffer buffer = new JsonBuffer();

  public JsonOut(OutputStream out) {
    this.out = out;
  }

  public JsonOut raw(String ascii) throws IOException {
    buffer.ascii(ascii);
    return flushPiece();
  }

  /** Adds text that is JSON already. */
  public JsonOut raw(byte[] json) throws IOException {
    buffer.raw(json);
    return flushPiece();
  }

  public JsonOut number(long value) throws IOException {
    return raw(Long.toString(value));
  }

  JsonOut milliseconds(long micros) throws IOException {
    return raw(Milliseconds.ofMicros(micros));
  }

  public JsonOut string(String text) throws IOException {
    raw("\"");
    int from = 0;
    while (from < text.length()) {
      int to = Math.min(text.length(), from + TEXT_PIECE);
      if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
        to++;
      }
      buffer.content(text.substring(from, to));
      flushPiece();
      from = to;
    }
    return raw("\"");
  }

  /** Adds a member behind another; none for an empty value. */
  JsonOut member(String name, byte[] json) throws IOException {
    if (json.length > 0) {
      raw(",\"" + name + "\":").raw(json);
    }
    return this;
  }

  private JsonOut flushPiece() throws IOException {
    if (buffer.size() >= PIECE) {
      flushBuffer();
    }
    return this;
  }

  private void flushBuffer() throws IOException {
    buffer.writeTo(out);
    buffer.clear();
  }

  public void flush() throws IOException {
    flushBuffer();
    out.flush();
  }
}
