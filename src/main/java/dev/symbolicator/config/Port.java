package dev.symbolicator.config;

import org.eclipse.microprofile.config.spi.Converter;

/** Converts a port number from 1 to 65535. */
public final class Port implements Converter<Integer> {
  private static final long serialVersionUID = 1;

  @Override
  public Integer convert(String value) {
    int port = Integer.parseInt(value.strip());
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("must be a port from 1 to 65535");
    }
    return port;
  }
}
