package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredFileTest {
  private static final int LARGE = 16 << 20;

  @TempDir Path folder;

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void write(Path path, ByteBuffer... payload) throws IOException {
    try (SeekableByteChannel file = Files.newByteChannel(path, CREATE_NEW, WRITE)) {
      StoredFile.write(file, payload);
    }
  }

  private static byte[] read(Path path) throws IOException {
    try (SeekableByteChannel file = Files.newByteChannel(path)) {
      return StoredFile.read(file);
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        StoredFile.PIECE - 1,
        StoredFile.PIECE,
        StoredFile.PIECE + 1,
        5 * StoredFile.PIECE / 2
      })
  void payloadOfAnyLengthIsReadBack(int length) throws IOException {
    Path file = folder.resolve("file");
    write(file, ByteBuffer.wrap(bytes(length)));
    assertArrayEquals(bytes(length), read(file));
  }

  @Test
  void partsAreReadAsOnePayload() throws IOException {
    Path file = folder.resolve("file");
    byte[] whole = bytes(1000);
    ByteBuffer first = ByteBuffer.wrap(whole, 0, 10);
    ByteBuffer rest = ByteBuffer.wrap(whole, 10, 990);
    write(file, first, ByteBuffer.allocate(0), rest);
    assertArrayEquals(whole, read(file));
    assertEquals(Files.size(file), StoredFile.sizeFor(first, rest)); // positions are unchanged
  }

  @Test
  void largeFileTakesLittleMemoryOutsideTheHeap() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor(); // a new thread keeps no memory
    try {
      long taken = thread.submit(this::takenOutsideTheHeap).get();
      assertTrue(taken < LARGE / 4, () -> taken + " bytes");
    } finally {
      thread.shutdown();
    }
  }

  private long takenOutsideTheHeap() throws IOException {
    Path file = folder.resolve("large");
    byte[] large = bytes(LARGE);
    long before = outsideTheHeap();
    write(file, ByteBuffer.wrap(large));
    assertArrayEquals(large, read(file));
    return outsideTheHeap() - before;
  }

  private static long outsideTheHeap() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
