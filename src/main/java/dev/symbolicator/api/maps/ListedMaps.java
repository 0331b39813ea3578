package dev.symbolicator.api.maps;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.MapLibrary.EntryPage;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code GET /source-maps}.
 *
 * @param entries the newest first
 * @param next the value of the parameter {@code after} for the following entries; null if these are
 *     the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ListedMaps(List<ListedMap> entries, @Nullable String next) {

  /**
   * One entry. Names neither the content nor its hash.
   *
   * @param mapSize in bytes, inflated
   * @param scriptSize in bytes, inflated; null if the map was uploaded alone
   * @param uploadedAt in UTC, as RFC 3339 writes times
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ListedMap(
      String id,
      String script,
      @Nullable String release,
      @Nullable String dist,
      @Nullable String debugId,
      @Nullable String project,
      long mapSize,
      @Nullable Long scriptSize,
      String uploadedAt,
      String uploadedBy) {

    static ListedMap of(MapEntry entry) {
      BlobId text = entry.text();
      return new ListedMap(
          entry.id(),
          entry.script(),
          entry.release(),
          entry.dist(),
          entry.debugId(),
          entry.project(),
          entry.map().size(),
          text == null ? null : (Long) text.size(),
          Instant.ofEpochMilli(entry.uploadedAt()).toString(),
          entry.uploadedBy());
    }
  }

  static ListedMaps of(EntryPage page) {
    return new ListedMaps(page.entries().stream().map(ListedMap::of).toList(), page.next());
  }
}
