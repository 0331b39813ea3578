package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A store in which something happens before some requests. */
class WatchedStore implements ObjectStore {
  private final ObjectStore store;

  WatchedStore(ObjectStore store) {
    this.store = store;
  }

  void beforeReading(String name) throws IOException {}

  void beforeWriting(String name) throws IOException {}

  void beforeDeletion(String name) throws IOException {}

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    beforeReading(name);
    return store.open(name);
  }

  @Override
  public @Nullable ObjectInfo info(String name) throws IOException {
    beforeReading(name);
    return store.info(name);
  }

  @Override
  public ObjectPage list(String prefix, String after, int most) throws IOException {
    beforeReading(prefix);
    return store.list(prefix, after, most);
  }

  @Override
  public void put(String name, SpooledBytes content) throws IOException {
    beforeWriting(name);
    store.put(name, content);
  }

  @Override
  public void put(String name, byte[] content) throws IOException {
    beforeWriting(name);
    store.put(name, content);
  }

  @Override
  public void putEmpty(Collection<String> names) throws IOException {
    for (String name : names) {
      beforeWriting(name);
    }
    store.putEmpty(names);
  }

  @Override
  public void delete(Collection<String> names) throws IOException {
    for (String name : names) {
      beforeDeletion(name);
    }
    store.delete(names);
  }
}
