package dev.symbolicator.maps;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** The listeners of a library. A listener that fails does not keep the others from being called. */
final class ChangeListeners implements LibraryChanges {
  private static final Logger LOG = Logger.getLogger(ChangeListeners.class);

  private final List<Consumer<MapEntry>> ofDeletions = new CopyOnWriteArrayList<>();

  void onDeletion(Consumer<MapEntry> listener) {
    ofDeletions.add(listener);
  }

  @Override
  public void deleted(MapEntry entry) {
    ofDeletions.forEach(listener -> tell(listener, entry));
  }

  private static void tell(Consumer<MapEntry> listener, MapEntry entry) {
    try {
      listener.accept(entry);
    } catch (RuntimeException bug) {
      LOG.error("A listener of the library of source maps failed.", bug);
    }
  }
}
