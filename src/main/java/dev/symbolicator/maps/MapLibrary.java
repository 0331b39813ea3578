package dev.symbolicator.maps;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The library of uploaded source maps. Look-ups read memory only; all other methods block on I/O.
 * Another instance's changes are seen within five seconds.
 */
public interface MapLibrary {

  /** Tells whether a folder or a bucket for uploads is configured. */
  boolean isOn();

  /** Looks a script up. */
  MapSearch search(ScriptRef ref);

  /**
   * Adds maps. Their files and one event for all of them are durable when the method returns, and
   * look-ups of this instance find the maps.
   *
   * @param isDryRun whether only to say what would happen
   * @return one outcome per map, in the order of the maps
   * @throws IllegalArgumentException if a script is not as {@link MapEntry#canonicalScript}, or a
   *     text is longer than {@link MapLimits} allow
   * @throws IOException if the store is not available; nothing was added then
   */
  List<Added> add(Uploader uploader, List<NewMap> maps, boolean isDryRun) throws IOException;

  /**
   * Returns the entry of a script that this uploader sent before with its map, and notes that it is
   * used; null if there is none.
   *
   * @param contentSha256 as {@link MapEntry#contentSha256}
   * @throws IOException if the store is not available
   */
  @Nullable MapEntry find(
      Uploader uploader,
      String script,
      @Nullable String release,
      @Nullable String dist,
      String contentSha256)
      throws IOException;

  /**
   * Lists entries, the newest first.
   *
   * @param release only entries of this release; null for all
   * @param after the ID of the last entry of the page before; null for the first page
   * @param most the most entries of the page
   * @return null if no entry has the ID
   */
  @Nullable EntryPage list(
      String scope, @Nullable String release, @Nullable String after, int most);

  /**
   * Deletes entries that the uploader may delete. At least one of the keys is not null, and all
   * that are must match.
   *
   * @return the number of deleted entries
   * @throws IOException if the store is not available; some entries may be deleted then
   */
  int delete(
      Uploader uploader, @Nullable String id, @Nullable String release, @Nullable String script)
      throws IOException;

  /** Opens the map of an entry, inflated; null if it was deleted meanwhile. */
  @Nullable InputStream openMap(MapEntry entry) throws IOException;

  /** Opens the script of an entry, inflated; null if there is none, or it was deleted meanwhile. */
  @Nullable InputStream openText(MapEntry entry) throws IOException;

  /** Notes that an entry was used now, so that retention counts from today. Cheap. */
  void used(MapEntry entry);

  /**
   * Calls a listener with each entry that was deleted, here or at another instance. A listener is
   * called on a thread of the library, and must be quick.
   */
  void onDeletion(Consumer<MapEntry> listener);
}
