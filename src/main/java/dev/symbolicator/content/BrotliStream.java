package dev.symbolicator.content;

import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import dev.symbolicator.memory.BulkInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decodes br (RFC 7932) as bytes come; bytes behind the end are an error. A meta-block of 460 bytes
 * may hold prefix codes and a map that take milliseconds for one byte of content. So processor time
 * is limited to a multiple of the largest body's, which grows with the content.
 */
final class BrotliStream extends BulkInputStream {
  static final Duration MAX_PROCESSOR_TIME = Duration.ofSeconds(10);

  /** The content that a further second of processor time must give is 4 MB. */
  private static final long NANOS_PER_BYTE = 250;

  /** Three groups of at most 256 prefix codes, each of 1080 entries, and tables of fixed sizes. */
  static final long TABLES = 3L * 256 * 1080 * Integer.BYTES + (128 << 10);

  /** The smallest ring buffer, for any window. */
  private static final long SMALLEST_RING = 1 << 14;

  private static final int BUFFER_BYTES = 8 * 1024;

  private final InputStream encoded;
  private final StreamDecoding.Memory memory;
  private final LongSupplier processorTime;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private DecoderJNI.@Nullable Wrapper decoder;
  private Runnable giveBack = () -> {};
  private ByteBuffer content = ByteBuffer.allocate(0);
  private long spentNanos;
  private long size;
  private boolean mayHaveMore;
  private boolean isClosed;

  /** Makes a stream, which charges its window before the first byte is decoded. */
  BrotliStream(InputStream encoded, StreamDecoding.Memory memory) {
    this(encoded, memory, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /** For tests, with a clock in nanoseconds. */
  BrotliStream(InputStream encoded, StreamDecoding.Memory memory, LongSupplier processorTime) {
    this.encoded = encoded;
    this.memory = memory;
    this.processorTime = processorTime;
  }

  /** Returns the ring that a first byte asks for (section 9.1); -1 if it is not br. */
  static long ring(byte first) {
    int high = first >> 1 & 7;
    int low = first >> 4 & 7;
    int bits = (first & 1) == 0 ? 16 : high != 0 ? 17 + high : low != 0 ? 8 + low : 17;
    return bits == 9 ? -1 : Math.max(1L << bits, SMALLEST_RING);
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (isClosed) {
      throw new IOException("closed");
    }
    if (length == 0) {
      return 0;
    }
    DecoderJNI.Wrapper known = decoder == null ? begin() : decoder;
    while (!content.hasRemaining()) {
      if (known.hasOutput()) {
        content = known.pull();
        mayHaveMore = true;
      } else if (known.getStatus() == DecoderJNI.Status.DONE) {
        check(encoded.read() < 0, "bytes behind the end");
        return -1;
      } else {
        decode(known);
      }
    }
    int count = Math.min(length, content.remaining());
    content.get(into, offset, count);
    size += count;
    return count;
  }

  /** Takes memory for the ring, the smaller one that is copied into it, and the tables. */
  private DecoderJNI.Wrapper begin() throws IOException {
    int count = next();
    long ring = ring(buffer[0]);
    check(ring > 0, "not br");
    giveBack = StreamDecoding.take(memory, ring + ring / 2 + TABLES, ring);
    DecoderJNI.Wrapper begun = new DecoderJNI.Wrapper(BUFFER_BYTES);
    decoder = begun;
    push(begun, count);
    return begun;
  }

  private void decode(DecoderJNI.Wrapper known) throws IOException {
    DecoderJNI.Status status = known.getStatus();
    if (mayHaveMore && status == DecoderJNI.Status.NEEDS_MORE_INPUT) {
      push(known, 0); // The decoder says so as soon as it has taken all bytes.
      mayHaveMore = false;
      return;
    }
    switch (status) {
      case OK, NEEDS_MORE_OUTPUT -> push(known, 0);
      case NEEDS_MORE_INPUT -> push(known, next());
      default -> throw new IOException("damaged");
    }
  }

  private int next() throws IOException {
    int count = encoded.read(buffer, 0, buffer.length);
    if (count <= 0) {
      throw new EOFException("cut off");
    }
    return count;
  }

  private void push(DecoderJNI.Wrapper known, int count) throws IOException {
    if (count > 0) {
      known.getInputBuffer().clear().put(buffer, 0, count);
    }
    long start = processorTime.getAsLong();
    known.push(count);
    spentNanos += processorTime.getAsLong() - start;
    check(
        spentNanos <= MAX_PROCESSOR_TIME.toNanos() + NANOS_PER_BYTE * size,
        "decoding takes too long");
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
      if (decoder != null) {
        decoder.destroy();
      }
      giveBack.run();
    }
  }
}
