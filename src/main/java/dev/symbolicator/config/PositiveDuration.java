package dev.symbolicator.config;

import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import org.eclipse.microprofile.config.spi.Converter;

/** Converts a duration of at least 1 ms in Quarkus's notation: {@code 10s}, {@code 1h}. */
public final class PositiveDuration implements Converter<Duration> {
  private static final long serialVersionUID = 1;

  @Override
  public Duration convert(String value) {
    Duration duration = DurationConverter.parseDuration(value);
    if (duration.toMillis() < 1) {
      throw new IllegalArgumentException("must be at least 1 ms");
    }
    return duration;
  }
}
