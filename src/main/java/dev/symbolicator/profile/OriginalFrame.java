package dev.symbolicator.profile;

import org.jspecify.annotations.Nullable;

/**
 * The original place of a frame.
 *
 * @param source the URL of the original source, as it is to appear in the profile
 * @param line the original line, 0-based
 * @param column the original column, 0-based, in UTF-16 code units
 * @param name the original function's name; null to keep the one the profile gives
 */
public record OriginalFrame(String source, int line, int column, @Nullable String name) {
  public OriginalFrame {
    if (line < 0 || line == Integer.MAX_VALUE || column < 0 || column == Integer.MAX_VALUE) {
      throw new IllegalArgumentException("no position: " + line + ":" + column);
    }
  }
}
