package dev.symbolicator.maps;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.maps.EntryNames.Pointer;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.ObjectStore.ObjectPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Reads and writes entries and pointers. Blocks; throws {@code StoreUnavailableException}. */
final class EntryStore {
  private static final Logger LOG = Logger.getLogger(EntryStore.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectStore objects;
  private final ExecutorService threads;
  private final int pages;

  EntryStore(ObjectStore objects, ExecutorService threads, MapLimits limits) {
    this.objects = objects;
    this.threads = threads;
    pages = limits.pages();
  }

  record Listing(List<Pointer> pointers, boolean isWhole) {
    static final Listing EMPTY = new Listing(List.of(), true);
  }

  ObjectStore objects() {
    return objects;
  }

  /** Lists the pointers with a prefix, as many as a look-up reads. */
  Listing list(String prefix) throws IOException {
    List<Pointer> found = new ArrayList<>();
    String after = "";
    for (int i = 0; i < pages && after != null; i++) {
      Page page = page(prefix, after, ObjectStore.PAGE);
      found.addAll(page.pointers);
      after = page.next;
    }
    return new Listing(List.copyOf(found), after == null);
  }

  /** Some pointers of a key, and the name after which the others come; null if there are none. */
  record Page(List<Pointer> pointers, @Nullable String next) {}

  Page page(String prefix, String after, int most) throws IOException {
    ObjectPage page = objects.list(prefix, after, most);
    List<Pointer> pointers =
        page.objects().stream()
            .map(object -> Pointer.parse(object.name()))
            .filter(Objects::nonNull)
            .map(Pointer.class::cast)
            .toList();
    return new Page(
        pointers, page.isLast() ? null : page.objects().get(page.objects().size() - 1).name());
  }

  @Nullable MapEntry entry(String scope, String id) throws IOException {
    String name = new EntryNames(scope).entry(id);
    MapEntry entry = read(name, new TypeReference<MapEntry>() {});
    boolean isStrange = entry != null && !(entry.id().equals(id) && entry.scope().equals(scope));
    return isStrange ? null : entry;
  }

  /** Returns the entry of a pointer; null if there is none, or one that was uploaded later. */
  @Nullable MapEntry entry(String scope, Pointer pointer) throws IOException {
    MapEntry entry = entry(scope, pointer.id());
    return entry != null && Pointer.of(entry).equals(pointer) ? entry : null;
  }

  List<MapEntry> entries(String scope, List<Pointer> pointers) throws IOException {
    return map(pointers, pointer -> entry(scope, pointer)).stream()
        .filter(Objects::nonNull)
        .map(MapEntry.class::cast)
        .toList();
  }

  @Nullable List<String> prefixes(String scope, String prefixes) throws IOException {
    return read(new EntryNames(scope).prefixList(prefixes), new TypeReference<List<String>>() {});
  }

  /** Reads an object of JSON; null if it is absent, or damaged. */
  <T> @Nullable T read(String name, TypeReference<T> type) throws IOException {
    try (InputStream in = objects.open(name)) {
      return in == null ? null : JSON.readValue(in.readAllBytes(), type);
    } catch (JsonProcessingException damaged) {
      LOG.errorf("The object %s in the store of source maps is damaged and skipped.", name);
      return null;
    }
  }

  void write(String name, Object value) throws IOException {
    objects.put(name, JSON.writeValueAsBytes(value));
  }

  /** Writes empty objects, those of one folder together. */
  void putEmpty(Collection<String> names) throws IOException {
    forEach(byFolder(names), objects::putEmpty);
  }

  void delete(Collection<String> names) throws IOException {
    forEach(byFolder(names), objects::delete);
  }

  private static Collection<List<String>> byFolder(Collection<String> names) {
    Map<String, List<String>> byFolder =
        names.stream()
            .distinct()
            .collect(Collectors.groupingBy(name -> name.substring(0, name.lastIndexOf('/'))));
    return byFolder.values();
  }

  interface ObjectWork<T> {
    void accept(T each) throws IOException;
  }

  interface ObjectReading<T, R> {
    @Nullable R read(T each) throws IOException;
  }

  /** Works on several objects at once. All work has ended when the method returns. */
  <T> void forEach(Collection<T> all, ObjectWork<T> work) throws IOException {
    List<Boolean> unused =
        map(
            all,
            each -> {
              work.accept(each);
              return true;
            });
  }

  /** Reads objects at once; the results are in the order of the objects. */
  <T, R> List<@Nullable R> map(Collection<T> all, ObjectReading<T, R> reading) throws IOException {
    List<Callable<R>> calls = new ArrayList<>();
    all.forEach(each -> calls.add(() -> reading.read(each)));
    List<R> results = new ArrayList<>();
    try {
      for (Future<R> done : threads.invokeAll(calls)) {
        results.add(done.get());
      }
      return results;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The service is shutting down.");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException unavailable) {
        throw unavailable;
      }
      throw new IllegalStateException(failed);
    }
  }
}
