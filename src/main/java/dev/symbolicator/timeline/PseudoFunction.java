package dev.symbolicator.timeline;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The browser's own work, which a profile shows instead of a function. A number of a function that
 * is negative stands for one of these.
 */
public enum PseudoFunction {
  GARBAGE_COLLECTOR(0, "garbage collector"),
  PROGRAM(1, "program"),
  SCRIPT(2, "script"),
  STYLE(3, "style"),
  LAYOUT(4, "layout"),
  PAINT(5, "paint"),
  OTHER(6, "other");

  private static final PseudoFunction[] ALL = values();

  private final int index;
  private final String label;

  PseudoFunction(int index, String name) {
    this.index = index;
    label = "(" + name + ")";
  }

  /** Returns the name for people, such as {@code (layout)}. */
  public String label() {
    return label;
  }

  /** Returns the index among all. */
  public int index() {
    return index;
  }

  /** Returns the number that stands for this one among functions; negative. */
  public int function() {
    return ~index;
  }

  /**
   * Returns the one that a number stands for.
   *
   * @param function negative
   */
  public static PseudoFunction of(int function) {
    return ALL[~function];
  }

  /**
   * Returns the work that a sample's {@code marker} names (the type {@code ProfilerMarker} of the
   * JS Self-Profiling API); null for an unknown marker.
   */
  public static @Nullable PseudoFunction ofMarker(String marker) {
    return switch (marker) {
      case "gc" -> GARBAGE_COLLECTOR;
      case "script", "style", "layout", "paint", "other" ->
          valueOf(marker.toUpperCase(Locale.ROOT));
      default -> null;
    };
  }
}
