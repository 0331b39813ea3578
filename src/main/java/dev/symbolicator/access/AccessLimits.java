package dev.symbolicator.access;

/**
 * The fixed limits of tokens.
 *
 * @param shortestToken the fewest characters of a token; fewer could be guessed
 * @param longestToken the most characters of a token; more would not fit into a request's headers
 * @param scopeLength the most characters of a scope's name
 */
public record AccessLimits(int shortestToken, int longestToken, int scopeLength) {

  /** The limits of the service. */
  public static final AccessLimits DEFAULT = new AccessLimits(16, 1024, 64);
}
