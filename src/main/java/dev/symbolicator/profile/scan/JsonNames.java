package dev.symbolicator.profile.scan;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Remembers names of members, which recur, so that not each one becomes a new string. */
public final class JsonNames {
  private static final int SLOTS = 1 << 7;
  private static final int MAX_LENGTH = 32;

  private final byte[][] spellings = new byte[SLOTS][];
  private final @Nullable String[] names = new String[SLOTS];

  /** Returns the name of ASCII characters without escapes; null if it must be read otherwise. */
  public @Nullable String of(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 0 || length > MAX_LENGTH) {
      return null;
    }
    // Few bytes tell known names apart, and a slot for two names costs a new string only.
    int hash = 37 * bytes[from] + 11 * bytes[from + length / 2] + 5 * bytes[to - 1] + length;
    int slot = hash & SLOTS - 1;
    byte[] spelling = spellings[slot];
    if (spelling != null && Arrays.equals(bytes, from, to, spelling, 0, spelling.length)) {
      return names[slot];
    }
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0 || bytes[i] == '\\') {
        return null;
      }
    }
    spellings[slot] = Arrays.copyOfRange(bytes, from, to);
    names[slot] = new String(bytes, from, length, StandardCharsets.US_ASCII);
    return names[slot];
  }
}
