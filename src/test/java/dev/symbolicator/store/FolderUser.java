package dev.symbolicator.store;

import dev.symbolicator.testing.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Uses a folder at random in a process of its own, on several threads, in rounds. Before each round
 * the process prints {@code ready} and waits for the line {@code go}.
 */
public final class FolderUser {
  /** The bytes that the largest file takes on disk. */
  static final int LARGEST = 4 * 4096;

  private static final int THREADS = 3;
  private static final int STEPS = 250;
  private static final int KEYS = 300;
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final DiskTier tier;
  private final Random seeds;

  private FolderUser(String directory, String limit, long seed) {
    StoreConfig config =
        Settings.of(
                "symbolicator.cache.directory", directory,
                "symbolicator.cache.max-disk-size", limit)
            .read(StoreConfig.class);
    tier = new DiskTier(config, metrics, Clock.systemUTC());
    seeds = new Random(seed);
  }

  /** Runs with the directory, the limit in bytes, and a number that seeds the random choices. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    FolderUser user = new FolderUser(arguments[0], arguments[1], Long.parseLong(arguments[2]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    boolean read = false;
    System.out.println("ready");
    while ("go".equals(in.readLine())) {
      List<Future<Integer>> rounds = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        Random random = new Random(user.seeds.nextLong());
        rounds.add(threads.submit(() -> user.round(random)));
      }
      for (Future<Integer> round : rounds) {
        read |= round.get() > 0;
      }
      System.out.println("ready");
    }
    threads.shutdown();
    System.out.printf(
        "read: %b, evicted: %b, failed: %d, damaged: %d%n",
        read, user.count("evictions") > 0, user.count("failures"), user.count("damaged"));
  }

  private long count(String name) {
    return (long) metrics.get("symbolicator.disk." + name).counter().count();
  }

  /** Returns how many files were found; fails if a file has content that nobody wrote. */
  private int round(Random random) {
    int found = 0;
    for (int step = 0; step < STEPS; step++) {
      int number = random.nextInt(KEYS);
      StoreKey.StoredKind kind =
          number % 2 == 0 ? StoreKey.StoredKind.BLOCK : StoreKey.StoredKind.RECORD;
      StoreKey key = StoreKey.of("default", kind, new byte[] {(byte) (number >> 8), (byte) number});
      int choice = random.nextInt(10);
      if (choice < 5) {
        byte[] content = tier.read(key);
        found += content == null ? 0 : 1;
        if (content != null && !Arrays.equals(content, content(number, content[0]))) {
          throw new IllegalStateException("wrong content of file " + number);
        }
      } else if (choice < 9) {
        int version = kind == StoreKey.StoredKind.BLOCK ? 0 : random.nextInt(100);
        tier.write(key, ByteBuffer.wrap(content(number, version)));
      } else {
        tier.delete(key);
      }
    }
    return found;
  }

  /** Returns the version, then bytes whose values and number depend on the file and the version. */
  private static byte[] content(int number, int version) {
    Random random = new Random(31L * number + version);
    byte[] content = new byte[1 + random.nextInt(LARGEST - 1000)];
    random.nextBytes(content);
    content[0] = (byte) version;
    return content;
  }
}
