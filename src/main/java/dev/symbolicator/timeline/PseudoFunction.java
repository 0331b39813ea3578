package dev.symbolicator.timeline;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The browser's own work, shown instead of a function; a negative number of a function stands for
 * one.
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

  public int index() {
    return index;
  }

  public int function() {
    return ~index;
  }

  public static PseudoFunction of(int function) {
    return ALL[~function];
  }

  /** The type {@code ProfilerMarker} of the JS Self-Profiling API; null for an unknown marker. */
  public static @Nullable PseudoFunction ofMarker(String marker) {
    return switch (marker) {
      case "gc" -> GARBAGE_COLLECTOR;
      case "script", "style", "layout", "paint", "other" ->
          valueOf(marker.toUpperCase(Locale.ROOT));
      default -> null;
    };
  }
}
