package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A map that is not on the web. Only {@link ReadableContent#open} does more than read memory. */
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

  /** Returns the base of the sources; null for the script's URL in the profile, without query. */
  @Nullable WebUrl baseUrl();

  /** Returns the debug ID by which the map can be tied to a script; null if unknown. */
  @Nullable String debugId();

  ReadableContent map();

  /** Returns the script; null if only the map is there. */
  @Nullable ReadableContent text();

  public record UploadedMap(MapEntry entry, MapLibrary library) implements StoredMap {

    private interface EntryOpening {
      @Nullable InputStream open(MapEntry entry) throws IOException;
    }

    private record UploadedContent(BlobId blob, MapEntry entry, EntryOpening opening)
        implements ReadableContent {
      @Override
      public long size() {
        return blob.size();
      }

      @Override
      public String sha256() {
        return blob.sha256();
      }

      @Override
      public @Nullable InputStream open() throws IOException {
        return opening.open(entry);
      }
    }

    @Override
    public String id() {
      return entry.id();
    }

    @Override
    public String shown() {
      return "uploaded:" + entry.id();
    }

    /** Returns the script's URL. A path could be of any origin, and of a hidden folder. */
    @Override
    public @Nullable WebUrl baseUrl() {
      return entry.hasPathOnly() ? null : Objects.requireNonNull(WebUrl.parse(entry.script()));
    }

    @Override
    public @Nullable String debugId() {
      return entry.debugId();
    }

    @Override
    public ReadableContent map() {
      return new UploadedContent(entry.map(), entry, library::openMap);
    }

    @Override
    public @Nullable ReadableContent text() {
      BlobId text = entry.text();
      return text == null ? null : new UploadedContent(text, entry, library::openText);
    }
  }
}
