package dev.symbolicator.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a size of at least one byte, for content that is never in memory as a whole. */
public final class AtLeastOneByte implements Converter<MemorySize> {
  private static final long serialVersionUID = 1;

  private final MemorySizeConverter sizes = new MemorySizeConverter();

  @Override
  public MemorySize convert(String value) {
    MemorySize size = sizes.convert(value);
    if (size == null || size.asLongValue() < 1) {
      throw new IllegalArgumentException("must be at least 1 byte");
    }
    return size;
  }
}
