package dev.symbolicator.maps.objects;

import java.io.FilterInputStream;
import java.io.IOException;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Reads an object of a bucket. Closed before its end, the stream also closes the connection. */
final class BucketStream extends FilterInputStream {
  private final ResponseInputStream<GetObjectResponse> content;
  private boolean isEnded;

  BucketStream(ResponseInputStream<GetObjectResponse> content) {
    super(content);
    this.content = content;
  }

  @Override
  public int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      int read = content.read(into, from, length);
      isEnded |= read < 0;
      return read;
    } catch (IOException | SdkException failed) {
      throw BucketFailures.of(failed);
    }
  }

  @Override
  public void close() throws IOException {
    if (!isEnded) {
      // A plain close would read the rest, to use the connection again.
      content.abort();
    }
    try {
      content.close();
    } catch (IOException | SdkException aborted) {
      return;
    }
  }
}
