package dev.symbolicator.maps;

import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A source map in a place that is not the web, with its script if that is there too. Its methods
 * other than {@link ReadableContent#open} read memory only.
 */
public interface StoredMap {

  /** Content that can be read, maybe often. */
  interface ReadableContent {
    /** Returns the size in bytes, inflated. */
    long size();

    /** Returns the SHA-256 of the bytes in hexadecimal digits; null if unknown until it is read. */
    @Nullable String sha256();

    /** Opens the content, inflated; returns null if it is gone. Blocks on I/O. */
    @Nullable InputStream open() throws IOException;
  }

  /** Returns a text that names the two contents. Other contents have another name. */
  String id();

  /** Returns the map's name as reports show it, such as {@code uploaded:3f9c…}. */
  String shown();

  /**
   * Returns the URL that the map's sources are relative to; null for the URL of the script that a
   * profile names, without its query.
   */
  @Nullable WebUrl baseUrl();

  /** Returns the debug ID by which the map can be tied to a script; null if unknown. */
  @Nullable String debugId();

  ReadableContent map();

  /** Returns the script; null if only the map is there. */
  @Nullable ReadableContent text();
}
