package dev.symbolicator.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.brotli.dec.BrotliInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Inflates br (RFC 7932).
 *
 * <p>A meta-block of 460 bytes may hold 256 prefix codes and a context map that the decoder
 * transforms for milliseconds, all for one byte of content. A body of such meta-blocks takes 10 s
 * for each of its megabytes. So inflating has a limit of processor time, which is a multiple of the
 * time that the largest body takes.
 */
final class BrotliBody {
  /** A body of 64 MB takes a second. */
  static final Duration MAX_PROCESSOR_TIME = Duration.ofSeconds(10);

  private static final int BUFFER_BYTES = 16 * 1024;

  private BrotliBody() {}

  /**
   * Appends the content.
   *
   * @return null if the content fits, or else the failure
   * @throws IOException if the body is damaged or cut off, or takes too long
   */
  static @Nullable Decoding inflate(byte[] encoded, BoundedBytes out) throws IOException {
    return inflate(encoded, out, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  /**
   * Like {@link #inflate(byte[], BoundedBytes)}, but with a clock of its own, for tests.
   *
   * @param processorTime nanoseconds that the thread has run
   */
  static @Nullable Decoding inflate(byte[] encoded, BoundedBytes out, LongSupplier processorTime)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream decoded = new BrotliInputStream(new TimedInput(encoded, processorTime, out))) {
      for (int count = decoded.read(buffer); count >= 0; count = decoded.read(buffer)) {
        Decoding failure = out.append(buffer, 0, count);
        if (failure != null) {
          return failure;
        }
      }
      return null;
    }
  }

  /** An encoded body that ends with an error when the time is over, or nobody waits any longer. */
  private static final class TimedInput extends InputStream {
    private final InputStream encoded;
    private final LongSupplier processorTime;
    private final BoundedBytes out;
    private final long end;

    TimedInput(byte[] encoded, LongSupplier processorTime, BoundedBytes out) {
      this.encoded = new ByteArrayInputStream(encoded);
      this.out = out;
      this.processorTime = processorTime;
      end = processorTime.getAsLong() + MAX_PROCESSOR_TIME.toNanos();
    }

    @Override
    public int read() throws IOException {
      return encoded.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (!out.isWanted() || processorTime.getAsLong() > end) {
        throw new IOException("inflating takes too long");
      }
      return encoded.read(into, offset, length);
    }
  }
}
