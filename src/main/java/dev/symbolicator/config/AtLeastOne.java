package dev.symbolicator.config;

import org.eclipse.microprofile.config.spi.Converter;

/** Converts a whole number of at least 1. */
public final class AtLeastOne implements Converter<Integer> {
  private static final long serialVersionUID = 1;

  @Override
  public Integer convert(String value) {
    int number = Integer.parseInt(value.strip());
    if (number < 1) {
      throw new IllegalArgumentException("must be at least 1");
    }
    return number;
  }
}
