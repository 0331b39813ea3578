package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.objects.BlobId;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.maps.objects.ObjectStore;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures a library of many entries in a process of its own. Each upload has a script, whose
 * content hash differs from its own hash, and a debug ID: no entry takes more. The journal is as
 * long as it may be.
 *
 * <p>Prints the number of entries, the heap bytes of an entry, and the processor time and the time
 * to read the journal in milliseconds. With the argument {@code times}, prints first how long a
 * start takes with a slow bucket, and how look-ups compare with those in a library of 20 entries.
 */
final class LargeLibrary {
  private static final int SCRIPTS = 200;
  private static final int FEW = 20;
  private static final int LOOK_UPS = 100_000;
  private static final int REFS = 1_000;
  private static final int ROUNDS = 21;
  private static final int REQUEST_MILLIS = 30;
  private static final int OBJECTS = MapLimits.DEFAULT.journalObjects() * 3 / 2;

  private LargeLibrary() {}

  /** Writes a journal of entries into a store. */
  static void fill(Path folder, int count) throws IOException {
    ObjectStore objects = objects(folder);
    for (int object = 0; object < OBJECTS; object++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (JournalWriter writer = new JournalWriter(bytes)) {
        for (int i = object; i < count; i += OBJECTS) {
          writer.accept(new EntryAdded(entry(i)));
        }
      }
      objects.putIfAbsent("_journal/17000000%05d-ab".formatted(object), bytes.toByteArray());
    }
  }

  private static ObjectStore objects(Path folder) {
    return Objects.requireNonNull(store(folder).objects());
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

  /** Takes the folder, the number of entries, and perhaps the word {@code times}. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int count = Integer.parseInt(args[1]);
    MapStore store = store(folder);
    Settings settings = Settings.of();
    long before = heap();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpuBefore = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    StoredMapLibrary library =
        new StoredMapLibrary(
            settings.read(MapsConfig.class), store, new SimpleMeterRegistry(), Clock.systemUTC());
    long time = System.nanoTime() - start;
    long cpu = threads.getCurrentThreadCpuTime() - cpuBefore;
    long bytes = (heap() - before) / count;
    if (args.length > 2) {
      measureSlowStart(folder);
      compareLookUps(library.index(), count);
    }
    System.out.println(
        TestEntry.all(library.index(), "shop").size()
            + " "
            + bytes
            + ' '
            + TimeUnit.NANOSECONDS.toMillis(cpu)
            + ' '
            + TimeUnit.NANOSECONDS.toMillis(time));
    library.close();
  }

  private static void measureSlowStart(Path folder) throws IOException {
    ObjectStore slow =
        new WatchedStore(objects(folder)) {
          @Override
          void beforeOpening(String name) {
            pause();
          }

          @Override
          void beforeList() {
            pause();
          }
        };
    for (int i = 0; i < 3; i++) {
      long start = System.nanoTime();
      new JournaledIndex(slow, MapLimits.DEFAULT, Clock.systemUTC()).refresh();
      System.out.printf(
          "start with %d ms for each request: %d ms%n",
          REQUEST_MILLIS, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(REQUEST_MILLIS);
    } catch (InterruptedException stopping) {
      throw new AssertionError(stopping);
    }
  }

  /** Makes look-ups of one kind. */
  private interface Kind {
    ScriptRef ref(int entry);
  }

  private static void compareLookUps(MapIndex many, int count) {
    MapIndex few = new MapIndex();
    for (int i = 0; i < FEW; i++) {
      few.apply(List.of(new EntryAdded(entry(i))), LibraryChanges.IGNORED);
    }
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put("release", i -> ref(i, release(i), null));
    kinds.put("no release", i -> ref(i, null, null));
    kinds.put("debug ID", i -> ref(i, null, entry(i).debugId()));
    for (Map.Entry<String, Kind> kind : kinds.entrySet()) {
      ScriptRef[] ofFew = refs(kind.getValue(), FEW);
      ScriptRef[] ofMany = refs(kind.getValue(), count);
      long[] timesOfFew = new long[ROUNDS];
      long[] timesOfMany = new long[ROUNDS];
      double[] ratios = new double[ROUNDS];
      for (int i = -5; i < ROUNDS; i++) {
        long first = timeOfLookUp(few, ofFew);
        long second = timeOfLookUp(many, ofMany);
        if (i >= 0) {
          timesOfFew[i] = first;
          timesOfMany[i] = second;
          ratios[i] = (double) second / first;
        }
      }
      Arrays.sort(timesOfFew);
      Arrays.sort(timesOfMany);
      Arrays.sort(ratios);
      System.out.printf(
          Locale.ROOT,
          "look-up by %s: %d ns with %d entries, %d ns with %d entries, ratio %.2f (%.2f to %.2f)%n",
          kind.getKey(),
          timesOfFew[ROUNDS / 2],
          FEW,
          timesOfMany[ROUNDS / 2],
          count,
          ratios[ROUNDS / 2],
          ratios[ROUNDS / 10],
          ratios[ROUNDS - 1 - ROUNDS / 10]);
    }
  }

  private static ScriptRef ref(int i, @Nullable String release, @Nullable String debugId) {
    return new ScriptRef(
        "shop", Objects.requireNonNull(WebUrl.parse(url(i))), release, debugId, null);
  }

  private static ScriptRef[] refs(Kind kind, int count) {
    return new Random(1).ints(REFS, 0, count).mapToObj(kind::ref).toArray(ScriptRef[]::new);
  }

  private static long timeOfLookUp(MapIndex index, ScriptRef[] refs) {
    long start = System.nanoTime();
    for (int i = 0; i < LOOK_UPS; i++) {
      MapSearch search = new ScriptLookUp(() -> index, refs[i % refs.length], MapLimits.DEFAULT);
      MapSearch.MapChoice found = search.byReference();
      if (found == null) {
        found = search.withoutContent();
      }
      if (!(found instanceof MapSearch.FoundMap)) {
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
