package dev.symbolicator.profile.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.symbolicator.profile.LargeFormat.BodyBytes;
import java.io.IOException;

/** A body that counts how often it is read. */
final class CountingBody implements BodyBytes {
  private final BodyBytes body;

  /** The reads so far. */
  int reads;

  CountingBody(String text) {
    body = BodyBytes.of(text.getBytes(UTF_8));
  }

  @Override
  public long size() {
    return body.size();
  }

  @Override
  public void read(long position, byte[] into, int offset, int length) throws IOException {
    reads++;
    body.read(position, into, offset, length);
  }
}
