package dev.symbolicator.config;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.eclipse.microprofile.config.spi.Converter;

/** Converters that check the range of a value. */
public final class Converters {
  private Converters() {}

  public static final class AtLeastOne implements Converter<Integer> {
    private static final long serialVersionUID = 1;

    @Override
    public Integer convert(String value) {
      return number(value, Integer.MAX_VALUE, "must be a whole number of at least 1");
    }
  }

  public static final class Port implements Converter<Integer> {
    private static final long serialVersionUID = 1;

    @Override
    public Integer convert(String value) {
      return number(value, 65_535, "must be a port from 1 to 65535");
    }
  }

  /** Converts a duration of at least 1 ms in Quarkus's notation: {@code 10s}, {@code 1h}. */
  public static final class PositiveDuration implements Converter<Duration> {
    private static final long serialVersionUID = 1;
    private static final String DURATION = "must be a duration of at least 1 ms, such as 10S or 5M";

    @Override
    public Duration convert(String value) {
      try {
        Duration duration = DurationConverter.parseDuration(value);
        require(duration != null && duration.toMillis() >= 1, DURATION);
        return duration;
      } catch (ArithmeticException | IllegalArgumentException malformed) {
        throw new IllegalArgumentException(DURATION, malformed);
      }
    }
  }

  /** Converts a size of at least 1 byte, for content that is never in memory as a whole. */
  public static final class AtLeastOneByte implements Converter<MemorySize> {
    private static final long serialVersionUID = 1;

    @Override
    public MemorySize convert(String value) {
      return size(value, Long.MAX_VALUE, "must be a size of at least 1 byte, such as 32M");
    }
  }

  /** Converts a size from 1 byte to 1 GiB less 1 byte: {@code 64K}, {@code 32M}. */
  public static final class PositiveSize implements Converter<MemorySize> {
    private static final long serialVersionUID = 1;

    @Override
    public MemorySize convert(String value) {
      return size(
          value, (1L << 30) - 1, "must be a size of at least 1 byte and less than 1G, such as 32M");
    }
  }

  /**
   * Converts the words that SmallRye takes for true, and their opposites: it takes all others for
   * false.
   */
  public static final class TrueOrFalse implements Converter<Boolean> {
    private static final long serialVersionUID = 1;
    private static final Set<String> TRUE = Set.of("true", "yes", "y", "on", "1");
    private static final Set<String> FALSE = Set.of("false", "no", "n", "off", "0");

    @Override
    public Boolean convert(String value) {
      String word = value.strip().toLowerCase(Locale.ROOT);
      require(TRUE.contains(word) || FALSE.contains(word), "must be true or false");
      return TRUE.contains(word);
    }
  }

  private static int number(String value, int most, String otherwise) {
    try {
      int number = Integer.parseInt(value.strip());
      require(number >= 1 && number <= most, otherwise);
      return number;
    } catch (NumberFormatException malformed) {
      throw new IllegalArgumentException(otherwise, malformed);
    }
  }

  private static MemorySize size(String value, long most, String otherwise) {
    MemorySize size;
    try {
      size = new MemorySizeConverter().convert(value);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(otherwise, malformed);
    }
    if (size == null) {
      throw new IllegalArgumentException(otherwise);
    }
    require(size.asLongValue() >= 1 && size.asLongValue() <= most, otherwise);
    return size;
  }

  static void require(boolean isInRange, String otherwise) {
    if (!isInRange) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
