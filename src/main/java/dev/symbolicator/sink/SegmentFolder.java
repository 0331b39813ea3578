package dev.symbolicator.sink;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Appends lines to segments, files of a folder. A thread of its own writes what has come meanwhile,
 * forces it to the disk at once, and completes it then; so one forcing serves all that wait. An
 * open segment ends in {@code .open} and is locked; it is renamed to {@code .ndjson} when it is
 * large or old, and nobody writes to it any more. Whoever reads the folder takes only the latter,
 * and deletes them.
 *
 * <p>A segment that a killed process left is closed at the next start of any instance on the
 * folder, without a last line that is not whole, which was never acknowledged.
 */
public final class SegmentFolder implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(SegmentFolder.class);

  static final String OPEN = ".open";
  static final String CLOSED = ".ndjson";

  /** A segment is closed when it is this large. */
  static final long SEGMENT_BYTES = 64L << 20;

  /** So many waiting lines are written and forced together at most. */
  private static final int MOST_TOGETHER = 1024;

  private static final int TAIL_BYTES = 1 << 16;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private final Path folder;
  private final String prefix;
  private final long maxSize;
  private final Duration age;
  private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final Thread writer = new Thread(this::run, "sink");
  private volatile boolean isStopping;
  private volatile boolean hasStopped;

  /** Bytes of the folder as last measured, and those that were written since. */
  private final AtomicLong used = new AtomicLong();

  private @Nullable Segment segment;

  /**
   * Opens a folder, which is made if there is none, and closes what others have left.
   *
   * @param prefix of the files' names, which says what is in them
   * @param maxSize of all files together
   * @param age at which a segment is closed
   * @throws IOException if the folder cannot be used
   */
  public SegmentFolder(Path folder, String prefix, long maxSize, Duration age) throws IOException {
    this.folder = folder;
    this.prefix = prefix;
    this.maxSize = maxSize;
    this.age = age;
    Files.createDirectories(folder);
    recover();
    measure();
    writer.setDaemon(true);
    writer.start();
  }

  /** The folder has no room; a reader must take segments away. */
  public static final class FullException extends IOException {
    private static final long serialVersionUID = 1;

    FullException(long maxSize) {
      super("The folder has no room for more than %d bytes of segments.".formatted(maxSize));
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Waiting(byte[] lines, CompletableFuture<Void> kept) {}

  /**
   * Appends whole lines, each with its line break. Completes when they are on the disk; fails with
   * an {@link IOException} if they are not, a {@link FullException} if there is no room.
   */
  public CompletionStage<Void> append(byte[] lines) {
    CompletableFuture<Void> kept = new CompletableFuture<>();
    queue.add(new Waiting(lines, kept));
    if (hasStopped) { // nobody else may see it
      failRest();
    }
    return kept;
  }

  /** Returns the bytes of all segments. */
  public long used() {
    return used.get();
  }

  private void run() {
    try {
      while (!isStopping || !queue.isEmpty()) {
        Waiting first = queue.poll(millisUntilDue(), TimeUnit.MILLISECONDS);
        if (first != null) {
          List<Waiting> together = new ArrayList<>(List.of(first));
          queue.drainTo(together, MOST_TOGETHER - 1);
          write(together);
        }
        if (closeIfDue(false) || first == null) {
          measureIfPossible();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      boolean unused = closeIfDue(true);
      hasStopped = true;
      failRest();
    }
  }

  private long millisUntilDue() {
    Segment open = segment;
    return Math.max(1, open == null ? age.toMillis() : age.toMillis() - open.ageMillis());
  }

  private void failRest() {
    List<Waiting> rest = new ArrayList<>();
    queue.drainTo(rest);
    failAll(rest, new IOException("The service stops."));
  }

  private void write(List<Waiting> together) {
    try {
      long bytes = together.stream().mapToLong(each -> each.lines.length).sum();
      if (bytes == 0) {
        return;
      }
      if (used.get() + bytes > maxSize) {
        measure();
      }
      if (used.get() + bytes > maxSize) {
        throw new FullException(maxSize);
      }
      Segment open = segment;
      if (open == null) {
        open = Segment.begin(folder, prefix);
        segment = open;
      }
      open.append(together);
      used.addAndGet(bytes);
      together.forEach(each -> each.kept.complete(null));
    } catch (IOException | RuntimeException failure) {
      Segment open = segment;
      if (open != null && open.isBroken) {
        segment = null;
      }
      failAll(together, failure);
    }
  }

  private static void failAll(List<Waiting> all, Exception failure) {
    all.forEach(each -> each.kept.completeExceptionally(failure));
  }

  /** Returns whether a segment was to be closed. */
  private boolean closeIfDue(boolean isLast) {
    Segment open = segment;
    if (open == null
        || !(isLast || open.size >= SEGMENT_BYTES || open.ageMillis() >= age.toMillis())) {
      return false;
    }
    segment = null;
    try {
      open.finish();
      sync(folder);
    } catch (IOException e) {
      LOG.warnf("a segment stays open until the next start: %s", e.toString());
    }
    return true;
  }

  /** Counts anew, since readers take segments away. */
  private void measureIfPossible() {
    try {
      measure();
    } catch (IOException e) {
      LOG.warnf("the folder of segments cannot be listed: %s", e.toString());
    }
  }

  /** Closes the segments of processes that have ended. */
  private void recover() throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*" + OPEN)) {
      for (Path path : left) {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) { // a link may lead anywhere
          recover(path);
        }
      }
    }
    sync(folder);
  }

  private static void recover(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, READ, WRITE);
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        return; // another instance writes to it
      }
      long whole = endOfLines(file);
      file.truncate(whole);
      file.force(true);
      if (whole == 0) {
        Files.delete(path);
      } else {
        Files.move(path, closed(path));
      }
      LOG.infof("closed the segment %s, which a process left", path.getFileName());
    } catch (OverlappingFileLockException | NoSuchFileException others) {
      LOG.debugf("the segment %s is another's", path);
    }
  }

  /** Returns the place behind the last line break. */
  private static long endOfLines(FileChannel file) throws IOException {
    ByteBuffer tail = ByteBuffer.allocate(TAIL_BYTES);
    for (long end = file.size(); end > 0; end -= tail.limit()) {
      long start = Math.max(0, end - TAIL_BYTES);
      tail.clear().limit((int) (end - start));
      while (tail.hasRemaining() && file.read(tail, start + tail.position()) >= 0) {}
      for (int at = tail.limit() - 1; at >= 0; at--) {
        if (tail.get(at) == '\n') {
          return start + at + 1;
        }
      }
    }
    return 0;
  }

  private void measure() throws IOException {
    long bytes = 0;
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(folder, "*{" + OPEN + "," + CLOSED + "}")) {
      for (Path path : all) {
        try {
          bytes += Files.size(path);
        } catch (NoSuchFileException taken) {
          LOG.debugf("a reader took %s", path);
        }
      }
    }
    used.set(bytes);
  }

  private static Path closed(Path open) {
    String name = open.getFileName().toString();
    return open.resolveSibling(name.substring(0, name.length() - OPEN.length()) + CLOSED);
  }

  /** Makes names in the folder outlive a power failure, where the system can. */
  private static void sync(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder, READ)) {
      names.force(true);
    }
  }

  /** Writes what waits, and closes the open segment. */
  @Override
  public void close() {
    isStopping = true;
    queue.add(new Waiting(new byte[0], new CompletableFuture<>())); // wakes the writer
    try {
      writer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The file that is written to. */
  private static final class Segment {
    private final Path path;
    private final FileChannel file;
    private final long begun = System.nanoTime();
    private long size;
    private boolean isBroken;

    private Segment(Path path, FileChannel file) {
      this.path = path;
      this.file = file;
    }

    static Segment begin(Path folder, String prefix) throws IOException {
      String name =
          "%s-%s-%s"
              .formatted(
                  prefix, NAME.format(Instant.now()), UUID.randomUUID().toString().substring(0, 8));
      Path path = folder.resolve(name + OPEN);
      FileChannel file = FileChannel.open(path, CREATE_NEW, WRITE);
      if (file.tryLock() == null) {
        throw new IOException("The segment %s cannot be locked.".formatted(path));
      }
      sync(folder);
      return new Segment(path, file);
    }

    long ageMillis() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    }

    /** Appends lines and forces them to the disk; undoes all of it if that fails. */
    void append(List<Waiting> together) throws IOException {
      try {
        for (Waiting each : together) {
          ByteBuffer lines = ByteBuffer.wrap(each.lines);
          while (lines.hasRemaining()) {
            file.write(lines);
          }
        }
        file.force(false);
        size = file.position();
      } catch (IOException failure) {
        undo(failure);
        throw failure;
      }
    }

    private void undo(IOException failure) {
      try {
        file.truncate(size).position(size);
      } catch (IOException further) {
        failure.addSuppressed(further);
        isBroken = true;
        closeQuietly();
      }
    }

    private void closeQuietly() {
      try {
        file.close();
      } catch (IOException e) {
        LOG.debug("a broken segment could not be closed", e);
      }
    }

    void finish() throws IOException {
      Files.move(path, closed(path));
      file.close();
    }
  }
}
