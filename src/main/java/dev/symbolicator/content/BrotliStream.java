package dev.symbolicator.content;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import dev.symbolicator.memory.BulkInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Inflates br (RFC 7932) from a stream. Returns bytes as soon as there are some; the decoder in
 * Java waits until its window is full. Bytes behind the end are an error.
 *
 * <p>The processor time is limited for the reason that {@link BrotliBody} gives, and grows with the
 * content, since a stream need not end soon.
 */
final class BrotliStream extends BulkInputStream {
  private static final int BUFFER_BYTES = 8 * 1024;

  /** The content that a second of processor time must give is 4 MB. */
  private static final long NANOS_PER_BYTE = 250;

  private final InputStream encoded;
  private final LongSupplier processorTime;
  private final DecoderJNI.Wrapper decoder;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private ByteBuffer content = ByteBuffer.allocate(0);
  private long spentNanos;
  private long size;
  private boolean mayHaveMore;
  private boolean isClosed;

  BrotliStream(InputStream encoded) throws IOException {
    this(encoded, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /**
   * Makes a stream with a clock of its own, for tests.
   *
   * @param processorTime nanoseconds that the thread has run
   */
  BrotliStream(InputStream encoded, LongSupplier processorTime) throws IOException {
    this.encoded = encoded;
    this.processorTime = processorTime;
    this.decoder = new DecoderJNI.Wrapper(BUFFER_BYTES);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (isClosed) {
      throw new IOException("closed");
    }
    if (length == 0) {
      return 0;
    }
    while (!content.hasRemaining()) {
      if (decoder.hasOutput()) {
        content = decoder.pull();
        mayHaveMore = true;
      } else if (decoder.getStatus() == DecoderJNI.Status.DONE) {
        check(encoded.read() < 0, "bytes behind the end");
        return -1;
      } else {
        decode();
      }
    }
    int count = Math.min(length, content.remaining());
    content.get(into, offset, count);
    size += count;
    return count;
  }

  private void decode() throws IOException {
    DecoderJNI.Status status = decoder.getStatus();
    if (mayHaveMore && status == DecoderJNI.Status.NEEDS_MORE_INPUT) {
      push(0); // The decoder says so as soon as it has taken all bytes.
      mayHaveMore = false;
      return;
    }
    switch (status) {
      case OK, NEEDS_MORE_OUTPUT -> push(0);
      case NEEDS_MORE_INPUT -> {
        int count = encoded.read(buffer, 0, buffer.length);
        if (count < 0) {
          throw new EOFException("cut off");
        }
        ByteBuffer input = decoder.getInputBuffer();
        input.clear();
        input.put(buffer, 0, count);
        push(count);
      }
      default -> throw new IOException("damaged");
    }
  }

  private void push(int count) throws IOException {
    long start = processorTime.getAsLong();
    decoder.push(count);
    spentNanos += processorTime.getAsLong() - start;
    check(
        spentNanos <= BrotliBody.MAX_PROCESSOR_TIME.toNanos() + NANOS_PER_BYTE * size,
        "inflating takes too long");
  }

  private static void check(boolean isRight, String otherwise) throws IOException {
    if (!isRight) {
      throw new IOException(otherwise);
    }
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      content = ByteBuffer.allocate(0); // the other buffer is the decoder's
      decoder.destroy();
    }
  }
}
