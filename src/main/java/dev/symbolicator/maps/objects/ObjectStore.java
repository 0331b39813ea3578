package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps objects under names: relative paths of ASCII letters, digits and {@code -._/}. A list shows
 * every object whose {@code put} has returned. Methods block, are thread-safe, and throw {@link
 * StoreUnavailableException} if the store is full, read-only, slow or gone.
 */
public interface ObjectStore {
  /** The most objects of a {@link #list} that is one request to a bucket. */
  int PAGE = 1_000;

  /** An object: its bytes, and its last writing in milliseconds since 1970. */
  record ObjectInfo(String name, long size, long modified) {}

  /** Objects in the order of the bytes of their names. */
  record ObjectPage(List<ObjectInfo> objects, boolean isLast) {}

  interface ObjectVisitor {
    void visit(ObjectInfo object) throws IOException;
  }

  /** Stores content durably. At every moment the object is the former or the new one as a whole. */
  void put(String name, SpooledBytes content) throws IOException;

  void put(String name, byte[] content) throws IOException;

  /** Stores empty objects, which say what they say by their names. */
  void putEmpty(Collection<String> names) throws IOException;

  /** Opens an object for reading; returns null if it is absent. */
  @Nullable InputStream open(String name) throws IOException;

  /** Returns an object's size and age; null if it is absent. */
  @Nullable ObjectInfo info(String name) throws IOException;

  /**
   * Lists at most {@link #PAGE} objects.
   *
   * @param prefix empty, or a folder with a slash, or that and the beginning of a segment
   * @param after only greater names are listed; empty for all
   */
  ObjectPage list(String prefix, String after, int most) throws IOException;

  /** Deletes objects, as far as they exist. */
  void delete(Collection<String> names) throws IOException;

  default void delete(String name) throws IOException {
    delete(List.of(name));
  }

  /** Visits all objects with a prefix, page by page. The visitor may delete them. */
  default void visit(String prefix, ObjectVisitor visitor) throws IOException {
    ObjectPage page = new ObjectPage(List.of(), false);
    for (String after = ""; !page.isLast(); ) {
      page = list(prefix, after, PAGE);
      for (ObjectInfo each : page.objects()) {
        visitor.visit(each);
        after = each.name();
      }
    }
  }

  /** Checks names: segments of 1 to 200 ASCII letters, digits and {@code -._}, no dot first. */
  static final class ObjectNames {
    private static final String SEGMENT = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}";
    private static final Pattern SEGMENTS = Pattern.compile(SEGMENT);
    private static final Pattern NAME = Pattern.compile(SEGMENT + "(?:/" + SEGMENT + ")*+");

    private ObjectNames() {}

    static boolean isSegment(String text) {
      return SEGMENTS.matcher(text).matches();
    }

    static boolean isName(String text) {
      return text.length() <= ObjectLimits.DEFAULT.nameLength() && NAME.matcher(text).matches();
    }

    /** Tells whether a text is empty, a name, or a name and a slash. */
    static boolean isPrefix(String text) {
      return text.isEmpty()
          || isName(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }

    /** Returns a name; throws if the text is none. */
    static String name(String text) {
      if (!isName(text)) {
        throw new IllegalArgumentException("not the name of an object: \"" + text + '"');
      }
      return text;
    }

    /** Returns a prefix; throws if the text is none. */
    static String prefix(String text) {
      if (!isPrefix(text)) {
        throw new IllegalArgumentException("not a prefix of names: \"" + text + '"');
      }
      return text;
    }
  }

  /** Says that the store of maps could not be used. The same request may succeed later. */
  public static final class StoreUnavailableException extends IOException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with one sentence for people, without address or path. */
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
