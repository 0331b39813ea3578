package dev.symbolicator.maps;

import dev.symbolicator.maps.MapLibrary.Added;
import dev.symbolicator.maps.MapLibrary.MapsConfig;
import dev.symbolicator.maps.MapLibrary.NewMap;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

public final class TestLibrary implements AutoCloseable {
  public static final String SCOPE = "shop";
  public static final Uploader UPLOADER = new Uploader(SCOPE, "ci", List.of(), null);

  private final MapStore store;
  private final MapLibrary library;

  private TestLibrary(MapStore store, MapLibrary library) {
    this.store = store;
    this.library = library;
  }

  /** Opens an instance. Keys and values as for {@link Settings#of}. */
  public static TestLibrary in(Path folder, Clock clock, String... keysAndValues) {
    List<String> keys = new ArrayList<>(List.of(keysAndValues));
    keys.addAll(List.of("symbolicator.maps.directory", folder.toString()));
    return open(clock, keys, store -> store);
  }

  /** The keys name the store, in place of which the library uses the watched one. */
  static TestLibrary open(
      Clock clock, List<String> keysAndValues, UnaryOperator<ObjectStore> watched) {
    Settings settings = Settings.of(keysAndValues.toArray(String[]::new));
    MapStore store = new MapStore(settings.read(MapStoreConfig.class));
    return new TestLibrary(
        store,
        new MapLibrary(
            settings.read(MapsConfig.class),
            settings.limits(MapLimits.DEFAULT),
            watched.apply(Objects.requireNonNull(store.objects())),
            store,
            new SimpleMeterRegistry(),
            clock));
  }

  /** Returns a library without a store. */
  public static MapLibrary none() {
    Settings settings = Settings.of();
    return new MapLibrary(
        settings.read(MapsConfig.class),
        new MapStore(settings.read(MapStoreConfig.class)),
        new SimpleMeterRegistry(),
        Clock.systemUTC());
  }

  public static TestLibrary in(Path folder) {
    return in(folder, Clock.systemUTC());
  }

  public MapLibrary library() {
    return library;
  }

  ObjectStore objects() {
    return Objects.requireNonNull(store.objects());
  }

  /** A map to upload, whose content is a text. */
  public record Upload(
      String script,
      @Nullable String release,
      @Nullable String dist,
      @Nullable String debugId,
      String map,
      @Nullable String text) {

    public static Upload of(String script, String map) {
      return new Upload(script, null, null, null, map, null);
    }

    public Upload release(@Nullable String other) {
      return new Upload(script, other, dist, debugId, map, text);
    }

    public Upload dist(String other) {
      return new Upload(script, release, other, debugId, map, text);
    }

    public Upload debugId(String other) {
      return new Upload(script, release, dist, other, map, text);
    }

    public Upload text(String other) {
      return new Upload(script, release, dist, debugId, map, other);
    }
  }

  public Added add(Upload upload) {
    return add(UPLOADER, upload);
  }

  public Added add(Uploader uploader, Upload upload) {
    return add(uploader, List.of(upload), false).get(0);
  }

  public List<Added> add(Uploader uploader, List<Upload> uploads, boolean isDryRun) {
    try (SpooledFiles files = store.spool().begin()) {
      List<NewMap> maps = new ArrayList<>();
      for (Upload upload : uploads) {
        maps.add(
            new NewMap(
                upload.script(),
                upload.release(),
                upload.dist(),
                upload.debugId(),
                files.blob(new ByteArrayInputStream(bytes(upload.map())), Long.MAX_VALUE),
                upload.text() == null
                    ? null
                    : files.blob(new ByteArrayInputStream(bytes(upload.text())), Long.MAX_VALUE),
                upload.text() == null ? null : hash(upload.text())));
      }
      return library.add(uploader, maps, isDryRun);
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String hash(String script) {
    return ScriptContent.of(bytes(script)).sha256();
  }

  static String mapHash(String map) {
    return Sha256.of(bytes(map));
  }

  public static ScriptRef ref(String url) {
    return new ScriptRef(SCOPE, Objects.requireNonNull(WebUrl.parse(url)), null, null, null);
  }

  public static ScriptRef ref(String url, String release) {
    return new ScriptRef(SCOPE, Objects.requireNonNull(WebUrl.parse(url)), release, null, null);
  }

  /** Returns the entry that the keys 1 to 4 find; null if none does. */
  @Nullable FoundMap found(ScriptRef ref) {
    return library.search(ref).byReference().join() instanceof FoundMap found ? found : null;
  }

  @Nullable String map(MapEntry entry) {
    try (InputStream in = library.openMap(entry)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
  }

  public List<MapEntry> list() {
    return list(SCOPE, null);
  }

  List<MapEntry> list(String scope, @Nullable String release) {
    try {
      return Objects.requireNonNull(library.list(scope, release, null, Integer.MAX_VALUE))
          .entries();
    } catch (IOException unavailable) {
      throw new AssertionError(unavailable);
    }
  }

  @Override
  public void close() {
    library.close();
    store.close();
  }
}
