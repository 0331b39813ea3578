package dev.symbolicator.profile;

import org.jspecify.annotations.Nullable;

/**
 * The original position and name of a frame.
 *
 * @param source the URL of the original source, as written into the profile
 * @param line the original line, 0-based
 * @param column the original column, 0-based, in UTF-16 code units
 * @param name the original function's name; null to keep the profile's name
 * @param hasPlainName whether the name is known to be of printable ASCII characters that JSON does
 *     not escape
 */
public record OriginalFrame(
    String source, int line, int column, @Nullable String name, boolean hasPlainName) {

  /** Makes a frame of any name. */
  public OriginalFrame(String source, int line, int column, @Nullable String name) {
    this(source, line, column, name, false);
  }

  /**
   * Checks the position.
   *
   * @throws IllegalArgumentException if the line or the column is negative or has no 1-based number
   */
  public OriginalFrame {
    if (line < 0 || line == Integer.MAX_VALUE || column < 0 || column == Integer.MAX_VALUE) {
      throw new IllegalArgumentException("Not a position: " + line + ":" + column);
    }
  }
}
