package dev.symbolicator.content;

import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.testing.Encode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Decodes many small bodies at once that need much memory, while other bodies fill the budget. The
 * rest of the heap is as full as the service may make it.
 */
final class HostileBodies {
  private static final int MEBIBYTE = 1 << 20;
  private static final int LARGEST_BODY = 10 * MEBIBYTE;
  private static final int THREADS = 8;

  private static final int BODIES_OF_A_THREAD = 1_500;

  /** The 10 MiB that the service itself needs, less what this process needs. */
  private static final int SERVICE = 6 * MEBIBYTE;

  private final long heap = Runtime.getRuntime().maxMemory();
  private final ByteBudget budget = new ByteBudget(heap / 2);
  private final ConcurrentMap<String, Integer> outcomes = new ConcurrentSkipListMap<>();
  private final List<Callable<String>> kinds = kinds();

  private List<Callable<String>> kinds() {
    byte[] widest = Encode.br(new byte[16 * MEBIBYTE], 24);
    byte[] usual = Encode.br(new byte[16 * MEBIBYTE], 22);
    byte[] allowed = new ZstdFrame().window(13, 0).zeros(20 * MEBIBYTE).end();
    byte[] tooWide = new ZstdFrame().window(20, 0).zeros(40 * MEBIBYTE).end();
    byte[] segment = new ZstdFrame().size(4, 40 * MEBIBYTE).zeros(40 * MEBIBYTE).end();
    return List.of(
        () -> decode("br of 24 bits", widest, ContentCoding.BR),
        () -> decode("br of 22 bits", usual, ContentCoding.BR),
        () -> decode("zstd of 8 MiB", allowed, ContentCoding.ZSTD),
        () -> decode("zstd of 1 GiB", tooWide, ContentCoding.ZSTD),
        () -> decode("zstd in one segment", segment, ContentCoding.ZSTD),
        this::collect);
  }

  private String decode(String name, byte[] body, ContentCoding coding) {
    try (ByteBudget.Lease lease = budget.open()) {
      Decoding decoding =
          Decode.whole(body, new ContentCodings.Supported(List.of(coding)), LARGEST_BODY, lease);
      return name + " " + decoding.getClass().getSimpleName();
    }
  }

  private String collect() {
    byte[] piece = new byte[1 << 14];
    try (ByteBudget.Lease lease = budget.open()) {
      Decoder decoder = new Decoder(ContentCodings.NONE, LARGEST_BODY, lease);
      int received = 0;
      while (received < LARGEST_BODY && decoder.accept(piece)) {
        received += piece.length;
      }
      return "plain " + decoder.finish().getClass().getSimpleName();
    }
  }

  private Void decode(int first) throws Exception {
    for (int next = first; next < first + BODIES_OF_A_THREAD; next++) {
      outcomes.merge(kinds.get(next % kinds.size()).call(), 1, Integer::sum);
    }
    return null;
  }

  /** Most bodies are refused while there are many. Alone, each body has enough memory. */
  private void run() throws Exception {
    List<byte[]> besides = new ArrayList<>(); // tables in memory, and tables being read
    for (long left = heap / 16 * 3 + SERVICE; left > 0; left -= MEBIBYTE / 4) {
      besides.add(new byte[MEBIBYTE / 4]);
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<Void>> work = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int first = i;
      work.add(threads.submit(() -> decode(first)));
    }
    for (Future<Void> done : work) {
      Void unused = done.get();
    }
    threads.shutdown();
    for (Callable<String> kind : kinds) {
      outcomes.merge("alone: " + kind.call(), 1, Integer::sum);
    }
    System.out.println("besides: " + besides.size() / 4 + " MiB");
  }

  /** Prints the outcomes, and the bytes that were not given back. */
  public static void main(String[] arguments) throws Exception {
    HostileBodies hostile = new HostileBodies();
    hostile.run();
    hostile.outcomes.forEach((outcome, count) -> System.out.println(outcome + ": " + count));
    System.out.println("left in flight: " + hostile.budget.used());
  }
}
