package dev.symbolicator.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Measures the bytes that opening a map allocates, and the bytes that an open map without source
 * texts retains.
 *
 * <p>The thread counts the allocated bytes. Retained bytes are the heap in use after a collection,
 * with and without a number of copies. Each copy is opened from an array of its own, so a retained
 * array would count. Closure gets maps without {@code sourcesContent}, which it would retain.
 */
final class Footprint {
  private static final long ENOUGH_TO_MEASURE = 100_000_000;
  private static final int MOST_COPIES = 1_000;
  private static final int BYTES_PER_SEGMENT = 9;
  private static final int BYTES_PER_SEGMENT_OF_CLOSURE = 45;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final ObjectMapper JACKSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  /** Keeps the measured objects, so the collector cannot free them early. */
  static Object kept;

  private Footprint() {}

  public static void main(String[] args) {
    System.out.println(
        "| map | MB | segments | per line | `mappings` of file | allocated / file | closure |"
            + " databind | retained, B/segment | closure |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (Path path : BenchMaps.matching(args[0])) {
      System.out.println(row(path));
    }
  }

  private static String row(Path path) {
    byte[] json = BenchMaps.read(path);
    byte[] withoutTexts = withoutTexts(json);
    SourceMap map = Contender.symbolicator(json);
    double segments = map.mappingCount();
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %.0f | %.0f | %.0f %% | %.2f | %.2f | %.2f | %.2f | %.2f |",
        BenchMaps.name(path),
        json.length / 1e6,
        segments,
        segments / (lastLine(map) + 1),
        100.0 * mappingsLength(json) / json.length,
        allocated(Contender.SYMBOLICATOR, json) / json.length,
        allocated(Contender.CLOSURE, json) / json.length,
        allocated(Contender.DATABIND, json) / json.length,
        retained(Contender.SYMBOLICATOR, json, segments * BYTES_PER_SEGMENT) / segments,
        retained(Contender.CLOSURE, withoutTexts, segments * BYTES_PER_SEGMENT_OF_CLOSURE)
            / segments);
  }

  private static double allocated(Contender contender, byte[] json) {
    contender.open(json);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    kept = contender.open(json);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static double retained(Contender contender, byte[] json, double expected) {
    int copies = (int) Math.max(1, Math.min(MOST_COPIES, ENOUGH_TO_MEASURE / expected));
    Object[] maps = new Object[copies];
    kept = maps;
    long before = heapInUse();
    for (int i = 0; i < copies; i++) {
      maps[i] = contender.open(json.clone());
    }
    return (double) (heapInUse() - before) / copies;
  }

  private static long heapInUse() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static int lastLine(SourceMap map) {
    int line = 0;
    MappingCursor cursor = map.mappingsFrom(0, 0);
    while (cursor.next()) {
      line = cursor.generatedLine();
    }
    return line;
  }

  private static int mappingsLength(byte[] json) {
    return tree(json).path("mappings").asText().length();
  }

  private static byte[] withoutTexts(byte[] json) {
    ObjectNode map = tree(json);
    map.remove("sourcesContent");
    try {
      return JACKSON.writeValueAsBytes(map);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode tree(byte[] json) {
    try {
      return (ObjectNode) JACKSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
