package dev.symbolicator.access;

import java.util.List;
import java.util.Set;

/** The tenant and rights of a request. The token is its name, empty for anybody. */
public record Caller(String scope, String token, Set<Right> rights, List<String> prefixes) {

  /** The caller while no token is configured: anybody may read. */
  public static final Caller ANYBODY = new Caller("default", "", Set.of(Right.READ), List.of());

  public Caller {
    rights = Set.copyOf(rights);
    prefixes = List.copyOf(prefixes);
  }

  public enum Right {
    /** Uploading, listing and deleting source maps. */
    UPLOAD,
    /** Symbolicating profiles, which shows names out of the scope's source maps. */
    READ,
    /** Sending profiles from pages, whose tokens anybody can read. */
    COLLECT
  }
}
