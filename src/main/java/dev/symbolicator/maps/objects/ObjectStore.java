package dev.symbolicator.maps.objects;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps immutable objects under names, for this instance or for all instances. A name is a relative
 * path of ASCII letters, digits and {@code -._/}. All methods block on I/O, and all are
 * thread-safe.
 *
 * <p>Every method throws {@link StoreUnavailableException} if the store is full, read-only, slow or
 * gone.
 */
public interface ObjectStore {

  /**
   * An object in a list.
   *
   * @param size in bytes
   * @param modified when the object was last written, in milliseconds since 1970
   */
  record ObjectInfo(String name, long size, long modified) {}

  /**
   * Stores the content of a file, unless an object of that name exists. The object is durable and
   * complete, or absent, at every moment.
   *
   * @param file stays where it is; its content is the whole object
   * @return whether the object is new
   */
  boolean putIfAbsent(String name, Path file) throws IOException;

  /** Like {@link #putIfAbsent(String, Path)}, for a small object. */
  boolean putIfAbsent(String name, byte[] content) throws IOException;

  /** Stores the content of a file in place of an object of that name, which has equal content. */
  void putAgain(String name, Path file) throws IOException;

  /** Opens an object for reading; returns null if it is absent. */
  @Nullable InputStream open(String name) throws IOException;

  /** Returns an object's size and age; null if it is absent. */
  @Nullable ObjectInfo info(String name) throws IOException;

  /**
   * Lists the objects whose names begin with a folder.
   *
   * @param folder ends with a slash
   * @param after only names greater than this one are listed, by UTF-8 bytes; empty for all
   * @return in the order of their names
   */
  List<ObjectInfo> list(String folder, String after) throws IOException;

  /** Deletes an object, if it exists. */
  void delete(String name) throws IOException;
}
