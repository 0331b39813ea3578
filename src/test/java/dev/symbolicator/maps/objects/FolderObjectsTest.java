package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.testing.Settings;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class FolderObjectsTest extends ObjectStoreContract {
  @TempDir Path directory;
  private MapStore store;

  @BeforeEach
  void open() {
    store = open(directory.resolve("maps"));
  }

  static MapStore open(Path directory) {
    return new MapStore(
        Settings.of("symbolicator.maps.directory", directory.toString())
            .read(MapStoreConfig.class));
  }

  @Override
  ObjectStore store() {
    return store.objects();
  }
}
