package dev.symbolicator.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapShareTest {
  private static final long SERVICE = 16 << 20;
  private static final long HEADS = 8 << 20;
  private static final long UNREAD_ANSWERS = 8 << 20;

  /** What 1,000 connections with a thousand streams took in a dump of the heap. */
  private static final long CONNECTIONS = 4 << 20;

  /** The heaps of {@code k8s/sidecar} and {@code k8s/base}, and a large one, as Java tells them. */
  @ParameterizedTest
  @ValueSource(longs = {93 << 20, 123 << 20, 2L << 30})
  void allSharesFitIntoTheHeapTogether(long heap) {
    long shares = Stream.of(HeapShare.values()).mapToLong(share -> share.bytesOf(heap)).sum();

    long others = SERVICE + HEADS + UNREAD_ANSWERS + CONNECTIONS;
    assertTrue(shares + others <= heap, () -> shares + " bytes");
  }

  @Test
  void smallHeapIsHalved() {
    assertEquals(8 << 20, HeapShare.BYTES_IN_FLIGHT.bytesOf(32 << 20));
    assertEquals((25 << 20) / 2, HeapShare.BYTES_IN_FLIGHT.bytesOf(50 << 20));
    assertEquals((39 << 20) / 2, HeapShare.BYTES_IN_FLIGHT.bytesOf(64 << 20));
  }
}
