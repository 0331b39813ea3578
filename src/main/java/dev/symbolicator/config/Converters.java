package dev.symbolicator.config;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import java.time.Duration;
import org.eclipse.microprofile.config.spi.Converter;

/** Converters that check the range of a value. */
public final class Converters {
  private Converters() {}

  public static final class AtLeastOne implements Converter<Integer> {
    private static final long serialVersionUID = 1;

    @Override
    public Integer convert(String value) {
      int number = Integer.parseInt(value.strip());
      require(number >= 1, "must be at least 1");
      return number;
    }
  }

  public static final class Port implements Converter<Integer> {
    private static final long serialVersionUID = 1;

    @Override
    public Integer convert(String value) {
      int port = Integer.parseInt(value.strip());
      require(port >= 1 && port <= 65_535, "must be a port from 1 to 65535");
      return port;
    }
  }

  /** Converts a duration of at least 1 ms in Quarkus's notation: {@code 10s}, {@code 1h}. */
  public static final class PositiveDuration implements Converter<Duration> {
    private static final long serialVersionUID = 1;

    @Override
    public Duration convert(String value) {
      Duration duration = DurationConverter.parseDuration(value);
      require(duration.toMillis() >= 1, "must be at least 1 ms");
      return duration;
    }
  }

  /** Converts a size of at least 1 byte, for content that is never in memory as a whole. */
  public static final class AtLeastOneByte implements Converter<MemorySize> {
    private static final long serialVersionUID = 1;

    @Override
    public MemorySize convert(String value) {
      return size(value, Long.MAX_VALUE, "must be at least 1 byte");
    }
  }

  /** Converts a size from 1 byte to 1 GiB less 1 byte: {@code 64K}, {@code 32M}. */
  public static final class PositiveSize implements Converter<MemorySize> {
    private static final long serialVersionUID = 1;

    @Override
    public MemorySize convert(String value) {
      return size(value, (1L << 30) - 1, "must be at least 1 byte and less than 1G");
    }
  }

  private static MemorySize size(String value, long most, String otherwise) {
    MemorySize size = new MemorySizeConverter().convert(value);
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
