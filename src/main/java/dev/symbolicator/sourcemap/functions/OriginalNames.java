package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the names that functions refer to by index. Each name is interpreted once, so a long
 * name that many functions share costs no more than its length.
 */
final class OriginalNames {

  /** The name index of a function whose name the map does not state. */
  static final int UNSTATED = -1;

  /** The memory of a name in bytes, beside its characters, which are held several times. */
  private static final int BYTES = 250;

  /** The length of the longest name that counts, in UTF-16 units. */
  static final int MAX_LENGTH = 1 << 14;

  private final Allowance allowance;
  private final int count;
  private final IntFunction<@Nullable String> text;
  private final Function<String, @Nullable OriginalName> reading;
  private final Map<Integer, Optional<OriginalName>> read = new HashMap<>();

  /**
   * Makes the names of one format.
   *
   * @param count the number of names
   * @param text returns a name as the map writes it; null if it is not a string
   * @param reading interprets a written name; returns null if it names no function
   */
  OriginalNames(
      int count,
      IntFunction<@Nullable String> text,
      Function<String, @Nullable OriginalName> reading,
      Allowance allowance) {
    this.allowance = allowance;
    this.count = count;
    this.text = text;
    this.reading = reading;
  }

  /** Checks that a name has this index. */
  void check(long index) throws MalformedNamesException {
    if (index < 0 || index >= count) {
      throw new MalformedNamesException("there is no name " + index);
    }
  }

  @Nullable OriginalName get(int index) {
    if (index == UNSTATED) {
      return null;
    }
    return read.computeIfAbsent(index, this::read).orElse(null);
  }

  private Optional<OriginalName> read(int index) {
    String written = text.apply(index);
    allowance.take(BYTES + 6L * (written == null ? 0 : written.length()));
    return written == null || written.length() > MAX_LENGTH
        ? Optional.empty()
        : Optional.ofNullable(reading.apply(written));
  }
}
