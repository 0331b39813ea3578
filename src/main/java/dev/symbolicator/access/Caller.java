package dev.symbolicator.access;

import java.util.List;
import java.util.Set;

/**
 * The tenant and the rights that a request has shown.
 *
 * @param scope the tenant: lower-case letters, digits and hyphens
 * @param token the token's name in the configuration, never its value; empty for anybody
 * @param prefixes the URL prefixes of scripts that the token may upload for; empty for all
 */
public record Caller(String scope, String token, Set<Right> rights, List<String> prefixes) {

  /** The caller while no token is configured: anybody may read. */
  public static final Caller ANYBODY = new Caller("default", "", Set.of(Right.READ), List.of());

  /** Copies the collections. */
  public Caller {
    rights = Set.copyOf(rights);
    prefixes = List.copyOf(prefixes);
  }

  /** What a token allows. */
  public enum Right {
    /** Uploading, listing and deleting source maps. */
    UPLOAD,
    /** Symbolicating profiles, which shows names out of the scope's source maps. */
    READ
  }
}
