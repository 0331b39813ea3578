package dev.symbolicator.maps;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who uploads or deletes.
 *
 * @param scope the tenant
 * @param token the token's name, for the audit log
 * @param prefixes the URL prefixes of scripts that the token may upload for; empty for all
 * @param project a label; null if none
 */
public record Uploader(
    String scope, String token, List<String> prefixes, @Nullable String project) {

  /** Copies the list. */
  public Uploader {
    prefixes = List.copyOf(prefixes);
  }

  /**
   * Tells whether this uploader may delete an entry of the scope: all scripts that the entry may
   * answer are among those that the uploader may upload for.
   *
   * @param ofEntry the entry's prefixes
   */
  boolean mayDelete(List<String> ofEntry) {
    return prefixes.isEmpty()
        || (!ofEntry.isEmpty()
            && ofEntry.stream().allMatch(each -> prefixes.stream().anyMatch(each::startsWith)));
  }
}
