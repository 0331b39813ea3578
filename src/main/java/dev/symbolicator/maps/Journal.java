package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.memory.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * The journal of all instances: immutable objects, each with some {@link JournalFact}s. Their names
 * begin with the writer's time. Since facts may be applied in any order and twice, an instance
 * needs no lock: it lists the names, and reads the objects that it has not read.
 *
 * <p>A long journal is summed up by any instance, which writes all that it knows as one object and
 * then deletes the objects that it has read. Objects with deletions go last: if the instance is
 * killed in between, no upload stays without its deletion. Two instances that sum up at once delete
 * no object that the other needs, since each deletes only objects that its own summary contains.
 *
 * <p>All methods block on I/O. Not thread-safe: {@link JournaledIndex} calls one at a time. Objects
 * are read by several threads, since each takes a bucket some time.
 */
final class Journal {
  private static final Logger LOG = Logger.getLogger(Journal.class);

  /** No scope has this name, since a scope has no underscore. */
  private static final String FOLDER = "_journal/";

  private static final Pattern NAME = Pattern.compile(FOLDER + "\\d{13}-[0-9a-f]+");
  private static final int HASH_DIGITS = 24;
  private static final int FACTS_AT_ONCE = 100;

  /** A whole listing finds objects whose writer's clock is far behind. */
  private static final int REFRESHES_PER_WHOLE_LISTING = 30;

  private static final int TRIES = 5;

  private final ObjectStore objects;
  private final MapLimits limits;
  private final Clock clock;
  private final Set<String> read = new HashSet<>();
  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();
  private final Set<String> withDeletions = ConcurrentHashMap.newKeySet();

  /** Objects that a summary contains, and that are being deleted. */
  private final Set<String> summedUp = new HashSet<>();

  /**
   * Objects that a summary contains.
   *
   * @param others objects without deletions, which may be deleted first and in any order
   * @param withDeletions in the order in which they may be deleted
   */
  record OldObjects(List<String> others, List<String> withDeletions) {
    static final OldObjects NONE = new OldObjects(List.of(), List.of());
  }

  /** Differs between instances, so that one sums up before the others think of it. */
  private final int longest;

  private int refreshes;
  private String newest = "";

  Journal(ObjectStore objects, MapLimits limits, Clock clock) {
    this.objects = objects;
    this.limits = limits;
    this.clock = clock;
    longest =
        limits.journalObjects()
            + ThreadLocalRandom.current().nextInt(limits.journalObjects() / 2 + 1);
  }

  /**
   * Reads the objects that were not read before, and applies their facts. Afterwards {@link
   * #isLong} counts the objects as they are.
   *
   * @return false if objects vanished again and again between their listing and their reading
   * @throws IOException if the store cannot be used; what was read until then is applied
   */
  boolean refresh(MapIndex index, LibraryChanges changes) throws IOException {
    boolean isWhole =
        newest.isEmpty() || isLong() || refreshes++ % REFRESHES_PER_WHOLE_LISTING == 0;
    boolean isComplete = readNew(index, changes, isWhole);
    for (int i = 1; i < TRIES && !isComplete; i++) {
      // A summary has taken the place of an object that was listed.
      isComplete = readNew(index, changes, true);
    }
    return isComplete;
  }

  /**
   * Reads all objects into an empty index, in one pass. After a second pass, the index could have
   * an upload without its deletion, since both were summed up in between.
   *
   * @return false if an object vanished between its listing and its reading
   * @throws IOException if the store cannot be used
   */
  boolean load(MapIndex index) throws IOException {
    return readNew(index, LibraryChanges.IGNORED, true);
  }

  /** Returns false if an object vanished between its listing and its reading. */
  private boolean readNew(MapIndex index, LibraryChanges changes, boolean isWhole)
      throws IOException {
    List<String> names = list(isWhole ? "" : FOLDER + time(recent()));
    if (isWhole) {
      read.retainAll(names);
      unreadable.retainAll(names);
      withDeletions.retainAll(names);
      summedUp.retainAll(names);
    }
    List<String> wanted =
        names.stream()
            .filter(name -> !read.contains(name) && (isWhole || !unreadable.contains(name)))
            .toList();
    AtomicBoolean isComplete = new AtomicBoolean(true);
    ParallelWork.forEach(
        limits.journalAtOnce(),
        wanted,
        name -> {
          if (!read(name, index, changes)) {
            isComplete.set(false);
          }
        });
    return isComplete.get();
  }

  private List<String> list(String after) throws IOException {
    return objects.list(FOLDER, after).stream()
        .map(ObjectInfo::name)
        .filter(name -> NAME.matcher(name).matches())
        .toList();
  }

  private boolean read(String name, MapIndex index, LibraryChanges changes) throws IOException {
    try (InputStream in = objects.open(name)) {
      if (in == null) {
        return false;
      }
      List<JournalFact> facts = new ArrayList<>();
      Consumer<JournalFact> apply =
          fact -> {
            noteDeletion(name, fact);
            facts.add(fact);
            if (facts.size() == FACTS_AT_ONCE) {
              index.apply(facts, changes);
              facts.clear();
            }
          };
      try {
        JournalReader.read(in, apply);
      } finally {
        index.apply(facts, changes);
      }
      seen(name);
    } catch (JournalFormatException strange) {
      if (unreadable.add(name)) {
        LOG.errorf(
            "The object %s in the store of source maps %s. It is left as it is and skipped.",
            name, strange.getMessage());
      }
    }
    return true;
  }

  private void noteDeletion(String name, JournalFact fact) {
    if (fact instanceof EntryDeleted) {
      withDeletions.add(name);
    }
  }

  /** Returns the time before which each object was written that has not been read. */
  private long recent() {
    return Math.min(millisOf(newest), clock.millis()) - limits.skew().toMillis();
  }

  private synchronized void seen(String name) {
    if (read.add(name) && name.compareTo(newest) > 0) {
      newest = name;
    }
  }

  /** Makes facts durable, and applies them. */
  void write(List<JournalFact> facts, MapIndex index, LibraryChanges changes) throws IOException {
    String name =
        put(
            writer -> {
              for (JournalFact fact : facts) {
                writer.accept(fact);
              }
            });
    facts.forEach(fact -> noteDeletion(name, fact));
    index.apply(facts, changes);
  }

  /**
   * Writes an object, and returns its name. The name is behind all names that were read, so another
   * instance finds the object among the recent ones, although this instance's clock may be behind.
   */
  private String put(FactSource facts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JournalWriter writer = new JournalWriter(bytes)) {
      facts.facts(writer);
    }
    byte[] content = bytes.toByteArray();
    String hash = Sha256.of(content).substring(0, HASH_DIGITS);
    String name = FOLDER + time(Math.max(clock.millis(), millisOf(newest))) + '-' + hash;
    objects.putIfAbsent(name, content);
    seen(name);
    return name;
  }

  /** Tells whether the journal should be summed up. */
  boolean isLong() {
    return read.size() - summedUp.size() > longest;
  }

  /**
   * Writes all facts as one object.
   *
   * @return the objects that the new one takes the place of
   * @throws IOException if the store cannot be used
   */
  OldObjects sumUp(MapIndex index) throws IOException {
    List<String> old = new ArrayList<>(read);
    String name = put(index::facts);
    old.remove(name);
    withDeletions.add(name);
    summedUp.addAll(old);
    old.sort(Comparator.naturalOrder());
    Map<Boolean, List<String>> parts =
        old.stream().collect(Collectors.partitioningBy(withDeletions::contains));
    return new OldObjects(
        parts.getOrDefault(false, List.of()), parts.getOrDefault(true, List.of()));
  }

  private static String time(long millis) {
    return String.format(Locale.ROOT, "%013d", Math.max(0, millis));
  }

  private static long millisOf(String name) {
    if (name.isEmpty()) {
      return 0;
    }
    int from = FOLDER.length();
    return Long.parseLong(name.substring(from, from + 13));
  }
}
