package dev.symbolicator.config;

import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Converts a size from 1 byte to 1 GiB less 1 byte in Quarkus's notation: {@code 64K}, {@code 32M}.
 */
public final class PositiveSize implements Converter<MemorySize> {
  private static final long serialVersionUID = 1;
  private static final long LARGEST = (1L << 30) - 1;

  @Override
  public MemorySize convert(String value) {
    MemorySize size = new MemorySizeConverter().convert(value);
    if (size == null || size.asLongValue() < 1 || size.asLongValue() > LARGEST) {
      throw new IllegalArgumentException("must be at least 1 byte and less than 1G");
    }
    return size;
  }
}
