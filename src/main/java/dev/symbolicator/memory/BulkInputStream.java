package dev.symbolicator.memory;

import java.io.IOException;
import java.io.InputStream;

/** An {@link InputStream} whose subclasses only read arrays; a single byte is an array of one. */
public abstract class BulkInputStream extends InputStream {
  @Override
  public final int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] into, int offset, int length) throws IOException;
}
