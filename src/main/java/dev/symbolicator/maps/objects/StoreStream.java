package dev.symbolicator.maps.objects;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;

/** Reads an object, and says of a failure that the store is not available. */
final class StoreStream extends FilterInputStream {
  private final Function<IOException, StoreUnavailableException> failure;

  StoreStream(InputStream content, Function<IOException, StoreUnavailableException> failure) {
    super(content);
    this.failure = failure;
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException failed) {
      throw failure.apply(failed);
    }
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      return in.read(into, from, length);
    } catch (IOException failed) {
      throw failure.apply(failed);
    }
  }
}
