package dev.symbolicator.maps;

import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the library in the form in which maps of all places are compiled.
 *
 * @param library opens the entry's content
 */
public record UploadedMap(MapEntry entry, MapLibrary library) implements StoredMap {

  /** Opens a content of an entry. */
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

  /**
   * Returns the script's URL. A path could be of any origin, and of a folder that the URL hides.
   */
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
