package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The names that functions refer to by index. Each is read once, so that a long one that many
 * functions share costs no more than its length.
 */
final class OriginalNames {

  /** The index of a function whose name is not told. */
  static final int UNTOLD = -1;

  /** What a name takes, besides its characters, which it has several times. */
  private static final int BYTES = 250;

  /** Longer ones name nothing, in UTF-16 units. */
  static final int LONGEST = 1 << 14;

  private final Allowance allowance;
  private final int count;
  private final IntFunction<@Nullable String> text;
  private final Function<String, @Nullable OriginalName> reading;
  private final Map<Integer, Optional<OriginalName>> read = new HashMap<>();

  /**
   * Names of one format.
   *
   * @param count how many there are
   * @param text a name as it stands in the map; null where that is no string
   * @param reading what a name as it stands means; null where it names no function
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

  /** Demands that there is a name of this index. */
  void check(long index) throws MalformedNamesException {
    if (index < 0 || index >= count) {
      throw new MalformedNamesException("no name has the index " + index);
    }
  }

  @Nullable OriginalName get(int index) {
    if (index == UNTOLD) {
      return null;
    }
    return read.computeIfAbsent(index, this::read).orElse(null);
  }

  private Optional<OriginalName> read(int index) {
    String written = text.apply(index);
    allowance.take(BYTES + 6L * (written == null ? 0 : written.length()));
    return written == null || written.length() > LONGEST
        ? Optional.empty()
        : Optional.ofNullable(reading.apply(written));
  }
}
