package dev.symbolicator.bench;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.SummarisedProfile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import dev.symbolicator.profile.formats.ProfileReader.LargeProfileReader;
import dev.symbolicator.testing.Allowances;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * Reads a heap snapshot from a file, writes it with each frame mapped, sums it up, and prints the
 * rate of each by CPU time, and the memory that reading asked for. The argument is the file.
 */
final class HeapRates {
  private static final int ROUNDS = 5;
  private static final double MEGABYTE = 1e6;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private HeapRates() {}

  private record FileBody(FileChannel file, long size) implements BodyBytes {
    @Override
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(into, offset, length);
      while (buffer.hasRemaining()) {
        if (file.read(buffer, position + buffer.position() - offset) < 0) {
          throw new EOFException();
        }
      }
    }
  }

  public static void main(String[] args) throws IOException {
    try (FileChannel file = FileChannel.open(Path.of(args[0]))) {
      BodyBytes body = new FileBody(file, file.size());
      byte[] head = new byte[(int) Math.min(body.size(), 1 << 10)];
      body.read(0, head, 0, head.length);
      for (int round = 0; round < ROUNDS; round++) {
        measure(body, head);
      }
    }
  }

  private static void measure(BodyBytes body, byte[] head) throws IOException {
    Allowance memory = Allowances.plenty();
    long start = THREADS.getCurrentThreadCpuTime();
    Profile profile =
        ((ReadProfile)
                Objects.requireNonNull(LargeProfileReader.formatOf(head))
                    .read(body, ProfileLimits.DEFAULT, memory))
            .profile();
    long read = THREADS.getCurrentThreadCpuTime();
    CountingStream out = new CountingStream();
    profile.write(HeapRates::original, null, out);
    long written = THREADS.getCurrentThreadCpuTime();
    int summary =
        profile instanceof SummarisedProfile summarised
            ? Objects.requireNonNull(summarised.summary(HeapRates::original, null)).length
            : 0;
    long end = THREADS.getCurrentThreadCpuTime();
    System.out.printf(
        Locale.ROOT,
        "%.1f MB, %d frames: read %.0f MB/s, write %.0f, both %.0f, summary %.0f (%d bytes), memory"
            + " %.2f MB, %d bytes written%n",
        body.size() / MEGABYTE,
        profile.frames().size(),
        rate(body, start, read),
        rate(body, read, written),
        rate(body, start, written),
        rate(body, written, end),
        summary,
        memory.held() / MEGABYTE,
        out.size);
  }

  private static double rate(BodyBytes body, long from, long to) {
    return body.size() / MEGABYTE / ((to - from) / 1e9);
  }

  private static OriginalFrame original(ProfileFrame frame) {
    return new OriginalFrame(
        "src/" + frame.line() % 50 + ".ts",
        frame.line(),
        frame.column(),
        frame.name() + "Original");
  }

  private static final class CountingStream extends OutputStream {
    private long size;

    @Override
    public void write(int b) {
      size++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      size += length;
    }
  }
}
