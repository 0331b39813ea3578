package dev.symbolicator.access;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds misspelt keys of tokens. Quarkus ignores an unknown environment variable. An ignored token
 * would leave the service open, since everybody may read while no token is configured.
 */
final class AccessKeys {
  private static final String PREFIX = "SYMBOLICATOR_ACCESS_";
  private static final String TOKENS = PREFIX + "TOKENS_";
  private static final Set<String> MEMBERS =
      Set.of("VALUE", "VALUE_FILE", "SCOPE", "RIGHTS", "PREFIXES");

  private static final Pattern NOT_IN_VARIABLES = Pattern.compile("[^A-Za-z0-9]");

  /** The end of an element of a list: {@code prefixes[0]}. */
  private static final Pattern INDEX = Pattern.compile("_[0-9]+_$");

  private AccessKeys() {}

  /**
   * Checks that each key under {@code symbolicator.access} is one of a known token.
   *
   * @param keys the names of all keys, also as environment variables spell them
   * @param tokens the names of the tokens that were read
   * @throws IllegalArgumentException if a key is unknown; the message names the key
   */
  static void check(Iterable<String> keys, Set<String> tokens) {
    Set<String> known = new HashSet<>();
    for (String token : tokens) {
      for (String member : MEMBERS) {
        known.add(TOKENS + variable(token) + '_' + member);
        known.add(TOKENS + variable('"' + token + '"') + '_' + member);
      }
    }
    for (String key : keys) {
      String variable = INDEX.matcher(variable(key)).replaceFirst("");
      if (variable.startsWith(PREFIX) && !known.contains(variable)) {
        throw new IllegalArgumentException(
            key
                + ": this key is unknown, so a token would be missing. Write"
                + " symbolicator.access.tokens.<name>.value or"
                + " SYMBOLICATOR_ACCESS_TOKENS_<NAME>_VALUE, or value-file, scope, rights or"
                + " prefixes in place of value. A name in an environment variable has no"
                + " underscore.");
      }
    }
  }

  private static String variable(String key) {
    return NOT_IN_VARIABLES.matcher(key).replaceAll("_").toUpperCase(Locale.ROOT);
  }
}
