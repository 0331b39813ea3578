package dev.symbolicator.maps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several instances read, write and sum up one journal. */
class JournalTest {
  private static final String FOLDER = "_journal/";
  private static final MapLimits SHORT =
      Settings.of("limits.map.journalObjects", "4").limits(MapLimits.DEFAULT);

  @TempDir private Path folder;
  private final MovableClock clock = new MovableClock();
  private ObjectStore store;

  @BeforeEach
  void open() {
    Settings settings = Settings.of("symbolicator.maps.directory", folder.toString());
    store = Objects.requireNonNull(new MapStore(settings.read(MapStoreConfig.class)).objects());
  }

  /** A store whose requests end once as many are under way, so that fewer at once never end. */
  private static final class Meeting {
    private final CyclicBarrier all = new CyclicBarrier(MapLimits.DEFAULT.journalAtOnce());
    private final AtomicInteger requests = new AtomicInteger();

    void join() {
      requests.incrementAndGet();
      try {
        all.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
        throw new AssertionError("too few requests at once", alone);
      }
    }
  }

  private void write(int objects) throws IOException {
    JournaledIndex one = instance();
    for (int i = 0; i < objects; i++) {
      add(one, "map" + i);
      clock.pass(Duration.ofMillis(1));
    }
  }

  @Test
  void startReadsSeveralObjectsAtOnce() throws IOException {
    int objects = 2 * MapLimits.DEFAULT.journalAtOnce();
    write(objects);
    Meeting meeting = new Meeting();
    JournaledIndex fresh =
        new JournaledIndex(
            new WatchedStore(store) {
              @Override
              void beforeOpening(String name) {
                meeting.join();
              }
            },
            SHORT,
            clock);
    fresh.refresh();
    assertEquals(objects, maps(fresh).size());
    assertEquals(objects, meeting.requests.get());
  }

  @Test
  void objectsThatWereSummedUpAreDeletedAtOnceAndThoseWithDeletionsLast() throws IOException {
    JournaledIndex writer = instance();
    MapEntry entry = add(writer, "deleted");
    clock.pass(Duration.ofMillis(1));
    delete(writer, entry);
    clock.pass(Duration.ofMillis(1));
    String first = names().get(0);
    List<String> withDeletion = names().subList(1, 2);
    write(MapLimits.DEFAULT.journalAtOnce() - 1);
    Set<String> others = new TreeSet<>(names());
    others.removeAll(withDeletion);
    assertTrue(others.contains(first));

    Meeting meeting = new Meeting();
    List<String> deleted = Collections.synchronizedList(new ArrayList<>());
    JournaledIndex[] slow = new JournaledIndex[1];
    slow[0] =
        new JournaledIndex(
            new WatchedStore(store) {
              @Override
              void beforeDeletion(String name) {
                deleted.add(name);
                if (others.contains(name)) {
                  meeting.join();
                  refreshElsewhere(slow[0]);
                }
              }
            },
            SHORT,
            clock);
    slow[0].refresh();
    slow[0].sumUpIfLong();
    assertEquals(1, names().size());
    assertEquals(others, new TreeSet<>(deleted.subList(0, others.size())));
    assertEquals(withDeletion, deleted.subList(others.size(), deleted.size()));
  }

  /** Another thread reads the journal, while this one deletes its objects. */
  private static void refreshElsewhere(JournaledIndex instance) {
    try {
      CompletableFuture.runAsync(
              () -> {
                try {
                  instance.refresh();
                } catch (IOException unavailable) {
                  throw new AssertionError(unavailable);
                }
              },
              command -> new Thread(command).start())
          .get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException blocked) {
      throw new AssertionError(blocked);
    }
  }

  /** Otherwise each start would read them. */
  @Test
  void manyForgottenDeletionsAreSummedUp() throws IOException {
    MapLimits few = Settings.of("limits.map.entries", "20").limits(MapLimits.DEFAULT);
    JournaledIndex one = new JournaledIndex(store, few, clock);
    for (int i = 0; i < 3; i++) {
      delete(one, add(one, "map" + i));
      clock.pass(Duration.ofMillis(1));
    }
    one.sumUpIfLong();
    assertEquals(6, names().size());
    clock.pass(few.tombstones().dividedBy(3));
    one.refresh();
    clock.pass(few.tombstones().dividedBy(3));
    one.refresh();
    clock.pass(few.tombstones().dividedBy(3).plusMillis(1));
    one.forget();
    one.sumUpIfLong();
    assertEquals(1, names().size());
    assertEquals(List.of(), facts(one));
  }

  private JournaledIndex instance(Clock its) {
    return new JournaledIndex(store, SHORT, its);
  }

  private JournaledIndex instance() {
    return instance(clock);
  }

  private MapEntry add(JournaledIndex instance, String map) throws IOException {
    MapEntry entry = TestEntry.of("~/app.js", map).at(clock.millis()).entry();
    instance.update(index -> List.of(new EntryAdded(entry)));
    return entry;
  }

  /** Makes the journal longer than its limit. */
  private void addTwenty(JournaledIndex instance) throws IOException {
    for (int i = 0; i < 20; i++) {
      add(instance, "map" + i);
      clock.pass(Duration.ofMillis(1));
    }
  }

  private void delete(JournaledIndex instance, MapEntry entry) throws IOException {
    instance.update(index -> List.of(EntryDeleted.of(entry, clock.millis())));
  }

  private static Set<String> maps(JournaledIndex instance) {
    Set<String> maps = new TreeSet<>();
    entries(instance).forEach(entry -> maps.add(entry.map().sha256()));
    return maps;
  }

  private static List<MapEntry> entries(JournaledIndex instance) {
    return TestEntry.all(instance.index(), TestEntry.SCOPE);
  }

  private List<String> names() throws IOException {
    return store.list(FOLDER, "").stream().map(ObjectInfo::name).toList();
  }

  @Test
  void otherInstanceReadsWhatIsWritten() throws IOException {
    JournaledIndex one = instance();
    JournaledIndex other = instance();
    other.refresh();
    MapEntry entry = add(one, "map");
    other.refresh();
    assertEquals(List.of(entry), entries(other));

    delete(one, entry);
    other.refresh();
    assertEquals(List.of(), entries(other));
  }

  @Test
  void objectOfAnInstanceWhoseClockIsBehindIsRead() throws IOException {
    JournaledIndex other = instance();
    add(instance(), "first");
    other.refresh();
    JournaledIndex late = instance(Clock.offset(clock, Duration.ofMinutes(-14)));
    MapEntry entry = TestEntry.of("~/late.js", "late").entry();
    late.update(index -> List.of(new EntryAdded(entry)));
    other.refresh();
    assertTrue(other.index().has(entry));
  }

  @Test
  void clockThatIsAheadDoesNotHideLaterObjects() throws IOException {
    JournaledIndex other = instance();
    add(instance(Clock.offset(clock, Duration.ofDays(300))), "ahead");
    other.refresh();
    MapEntry entry = add(instance(), "later");
    other.refresh();
    assertTrue(other.index().has(entry));
  }

  @Test
  void longJournalIsSummedUp() throws IOException {
    JournaledIndex one = instance();
    addTwenty(one);
    one.sumUpIfLong();
    assertEquals(1, names().size());
    JournaledIndex fresh = instance();
    fresh.refresh();
    assertEquals(20, maps(fresh).size());
    assertEquals(maps(one), maps(fresh));
  }

  @Test
  void shortJournalIsNotSummedUp() throws IOException {
    JournaledIndex one = instance();
    for (int i = 0; i < SHORT.journalObjects(); i++) {
      add(one, "map" + i);
      clock.pass(Duration.ofMillis(1));
    }
    one.sumUpIfLong();
    assertEquals(SHORT.journalObjects(), names().size());
  }

  @Test
  void instancesThatSumUpAtOnceLoseNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<JournaledIndex> instances = List.of(instance(), instance(), instance());
    List<CompletableFuture<Void>> work = new ArrayList<>();
    for (JournaledIndex each : instances) {
      int number = work.size();
      work.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 60; i++) {
                  try {
                    MapEntry entry = add(each, number + "map" + i);
                    if (i % 3 == 0) {
                      delete(each, entry);
                    }
                    each.sumUpIfLong();
                  } catch (IOException unavailable) {
                    throw new AssertionError(unavailable);
                  }
                  clock.pass(Duration.ofMillis(1));
                }
              },
              threads));
    }
    for (CompletableFuture<Void> each : work) {
      each.get();
    }
    threads.shutdown();
    JournaledIndex fresh = instance();
    fresh.refresh();
    assertEquals(3 * 40, maps(fresh).size());
    for (JournaledIndex each : instances) {
      each.refresh();
      assertEquals(maps(fresh), maps(each));
    }
    assertTrue(names().size() < 30, () -> "objects left");
  }

  @Test
  void deletionIsForgottenAfterADayOnly() throws IOException {
    JournaledIndex one = instance();
    MapEntry entry = add(one, "map");
    delete(one, entry);
    sumUp(one);
    assertFalse(facts(one).isEmpty());

    clock.pass(SHORT.tombstones().plusMillis(1));
    sumUp(one);
    assertEquals(List.of(), facts(one));
    JournaledIndex fresh = instance();
    fresh.refresh();
    assertEquals(Set.of(), maps(fresh));
  }

  /** Adds and deletes until the journal is summed up. */
  private void sumUp(JournaledIndex instance) throws IOException {
    for (int i = 0; i < 2 * SHORT.journalObjects(); i++) {
      instance.update(
          index ->
              List.of(
                  new JournalFact.EntryUsed(TestEntry.SCOPE, new EntryId(1, clock.millis()), 1)));
      clock.pass(Duration.ofMillis(1));
    }
    instance.sumUpIfLong();
    assertEquals(1, names().size());
  }

  private static List<JournalFact> facts(JournaledIndex instance) throws IOException {
    List<JournalFact> facts = new ArrayList<>();
    instance.index().facts(facts::add);
    facts.removeIf(fact -> fact instanceof JournalFact.EntryUsed);
    return facts;
  }

  /** Its memory may have an entry whose deletion the journal has forgotten. */
  @Test
  void instanceThatWasCutOffForLongReadsEverythingAnew() throws IOException {
    JournaledIndex cutOff = instance();
    MapEntry entry = add(instance(), "map");
    cutOff.refresh();
    List<MapEntry> told = new ArrayList<>();
    cutOff.listeners().onDeletion(told::add);

    JournaledIndex other = instance();
    delete(other, entry);
    clock.pass(SHORT.tombstones().plusMillis(1));
    MapEntry added = add(other, "other");
    sumUp(other);
    cutOff.refresh();

    assertEquals(List.of(added), entries(cutOff));
    assertEquals(List.of(entry), told);
  }

  @Test
  void damagedObjectIsSkippedAndKept() throws IOException {
    JournaledIndex one = instance();
    MapEntry first = add(one, "first");
    byte[] whole = bytesOf(names().get(0));
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    String damaged = FOLDER + "1600000000000-00";
    store.putIfAbsent(damaged, half);
    store.putIfAbsent(FOLDER + "1600000000000-01", new byte[0]);
    store.putIfAbsent(FOLDER + "1600000000000-02", zipped("{\"version\":1}{\"add\":{}}"));
    store.putIfAbsent(FOLDER + "1600000000000-03", zipped("{\"version\":1}\n[1]"));
    store.putIfAbsent(FOLDER + "1600000000000-04", "hello".getBytes(StandardCharsets.UTF_8));

    JournaledIndex other = instance();
    other.refresh();
    assertEquals(List.of(first), entries(other));
    addTwenty(other);
    other.sumUpIfLong();
    assertEquals(6, names().size());
    assertTrue(names().contains(damaged));
  }

  @Test
  void objectOfALaterVersionIsKeptForThoseWhoCanReadIt() throws IOException {
    String later = FOLDER + "1600000000000-05";
    store.putIfAbsent(later, zipped("{\"version\":2}\n{\"new\":1}"));
    JournaledIndex one = instance();
    addTwenty(one);
    one.sumUpIfLong();
    assertEquals(2, names().size());
    assertTrue(names().contains(later));
  }

  @Test
  void unreadableObjectsAloneDoNotMakeTheJournalLong() throws IOException {
    for (int i = 0; i < 20; i++) {
      store.putIfAbsent(FOLDER + "16000000000%02d-aa".formatted(i), new byte[1]);
    }
    JournaledIndex one = instance();
    add(one, "map");
    one.sumUpIfLong();
    assertEquals(21, names().size());
  }

  @Test
  void objectsOfOthersInTheFolderAreIgnored() throws IOException {
    store.putIfAbsent(FOLDER + "readme.txt", new byte[3]);
    JournaledIndex one = instance();
    one.refresh();
    assertEquals(Set.of(), maps(one));
  }

  private byte[] bytesOf(String name) throws IOException {
    try (InputStream in = store.open(name)) {
      assertNotNull(in);
      return in.readAllBytes();
    }
  }

  static byte[] zipped(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
