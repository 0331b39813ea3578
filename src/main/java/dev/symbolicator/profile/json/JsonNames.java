package dev.symbolicator.profile.json;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Remembers names of members, which recur, so that not each one becomes a new string. */
public final class JsonNames {
  private static final int SLOTS = 1 << 9;
  private static final int MAX_LENGTH = 32;

  private final @Nullable String[] names = new String[SLOTS];

  /** Returns the name of ASCII characters without escapes; null if it must be read otherwise. */
  public @Nullable String of(byte[] bytes, int from, int to) {
    if (to - from > MAX_LENGTH) {
      return null;
    }
    int hash = 0;
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0 || bytes[i] == '\\') {
        return null;
      }
      hash = 31 * hash + bytes[i];
    }
    int slot = (hash ^ hash >>> 9) & SLOTS - 1;
    String known = names[slot];
    if (known == null || !isEqual(known, bytes, from, to)) {
      known = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
      names[slot] = known;
    }
    return known;
  }

  private static boolean isEqual(String name, byte[] bytes, int from, int to) {
    if (name.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (name.charAt(i - from) != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
