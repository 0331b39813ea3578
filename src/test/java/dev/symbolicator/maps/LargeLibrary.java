package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.objects.BlobId;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Measures a library of many entries in a process of its own. Each upload has a script, whose
 * content hash differs from its own hash, and a debug ID: no entry takes more.
 *
 * <p>Prints the heap bytes of an entry, the processor time to read the journal in milliseconds, and
 * the time of a look-up in nanoseconds.
 */
final class LargeLibrary {
  private static final int SCRIPTS = 200;
  private static final int LOOK_UPS = 200_000;

  private LargeLibrary() {}

  /** Writes a journal of entries into a store. */
  static void fill(Path folder, int count) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JournalWriter writer = new JournalWriter(bytes)) {
      for (int i = 0; i < count; i++) {
        writer.accept(new EntryAdded(entry(i)));
      }
    }
    MapStore store = store(folder);
    Objects.requireNonNull(store.objects())
        .putIfAbsent("_journal/1700000000000-" + "0".repeat(24), bytes.toByteArray());
  }

  private static MapStore store(Path folder) {
    return new MapStore(
        Settings.of("symbolicator.maps.directory", folder.toString()).read(MapStoreConfig.class));
  }

  static MapEntry entry(int i) {
    return new MapEntry(
        "shop",
        url(i),
        release(i),
        null,
        new UUID(hash("high" + i).hashCode(), hash("low" + i).hashCode()).toString(),
        "web",
        new BlobId(hash("map" + i), 1_500_000 + i),
        new BlobId(hash("text" + i), 300_000 + i),
        hash("content" + i),
        List.of("https://cdn.example.com/"),
        "ci",
        1_700_000_000_000L + i);
  }

  private static String url(int i) {
    return "https://cdn.example.com/shop/assets/chunk-" + hash("url" + i).substring(0, 8) + ".js";
  }

  private static String release(int i) {
    return "shop@2026.11." + i / SCRIPTS;
  }

  private static String hash(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Takes the folder and the number of entries. */
  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    int count = Integer.parseInt(args[1]);
    MapStore store = store(folder);
    Settings settings = Settings.of();
    long before = heap();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    StoredMapLibrary library =
        new StoredMapLibrary(
            settings.read(MapsConfig.class), store, new SimpleMeterRegistry(), Clock.systemUTC());
    long cpu = TimeUnit.NANOSECONDS.toMillis(threads.getCurrentThreadCpuTime() - start);
    long bytes = (heap() - before) / count;
    long time = 0;
    for (int i = 0; i < 5; i++) {
      time = timeOfLookUp(library, count);
    }
    System.out.println(library.list("shop", null, null, count).entries().size() + " " + bytes + ' ' + cpu + ' ' + time);
    library.close();
  }

  private static long timeOfLookUp(MapLibrary library, int count) {
    Random random = new Random(1);
    int[] wanted = random.ints(1_000, 0, count).toArray();
    ScriptRef[] refs = new ScriptRef[wanted.length];
    for (int i = 0; i < refs.length; i++) {
      WebUrl url = Objects.requireNonNull(WebUrl.parse(url(wanted[i])));
      refs[i] = new ScriptRef("shop", url, release(wanted[i]), null, null);
    }
    long start = System.nanoTime();
    for (int i = 0; i < LOOK_UPS; i++) {
      if (library.search(refs[i % refs.length]).byReference() == null) {
        throw new AssertionError("not found");
      }
    }
    return (System.nanoTime() - start) / LOOK_UPS;
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
