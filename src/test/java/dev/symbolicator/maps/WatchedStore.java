package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store in which something happens before some requests. */
class WatchedStore implements ObjectStore {
  private final ObjectStore store;

  WatchedStore(ObjectStore store) {
    this.store = store;
  }

  void beforeOpening(String name) throws IOException {}

  void beforeDeletion(String name) throws IOException {}

  void beforeList() throws IOException {}

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    beforeOpening(name);
    return store.open(name);
  }

  @Override
  public void delete(String name) throws IOException {
    beforeDeletion(name);
    store.delete(name);
  }

  @Override
  public List<ObjectInfo> list(String folder, String after) throws IOException {
    beforeList();
    return store.list(folder, after);
  }

  @Override
  public boolean putIfAbsent(String name, Path file) throws IOException {
    return store.putIfAbsent(name, file);
  }

  @Override
  public boolean putIfAbsent(String name, byte[] content) throws IOException {
    return store.putIfAbsent(name, content);
  }

  @Override
  public void putAgain(String name, Path file) throws IOException {
    store.putAgain(name, file);
  }

  @Override
  public @Nullable ObjectInfo info(String name) throws IOException {
    return store.info(name);
  }
}
