package dev.symbolicator.url;

import java.util.Map;

/** Knows the special schemes and their default ports (URL Standard, section 4.2). */
final class SpecialScheme {
  static final int NO_PORT = -1;

  private static final Map<String, Integer> DEFAULT_PORTS =
      Map.of("http", 80, "https", 443, "ws", 80, "wss", 443, "ftp", 21, "file", NO_PORT);

  private SpecialScheme() {}

  static boolean isSpecial(String scheme) {
    return DEFAULT_PORTS.containsKey(scheme);
  }

  /** Returns the scheme's default port; {@link #NO_PORT} if there is none. */
  static int defaultPort(String scheme) {
    return DEFAULT_PORTS.getOrDefault(scheme, NO_PORT);
  }
}
