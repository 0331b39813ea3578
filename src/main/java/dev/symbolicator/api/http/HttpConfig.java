package dev.symbolicator.api.http;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.AtLeastOneByte;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.config.Converters.PositiveSize;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/** See {@code docs/configuration.md}. */
@ConfigMapping(prefix = "symbolicator.http")
public interface HttpConfig {
  @WithDefault("32M")
  @WithConverter(PositiveSize.class)
  MemorySize maxBodySize();

  @WithDefault("2G")
  @WithConverter(AtLeastOneByte.class)
  MemorySize maxLargeBodySize();

  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration bodyTimeout();

  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration answerTimeout();

  @WithDefault("2000")
  @WithConverter(AtLeastOne.class)
  int maxRequests();

  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxConnections();

  Optional<List<@WithConverter(ProxyBlock.Parser.class) ProxyBlock>> proxies();

  /** A block of IP addresses, which share the first bits; the prefix is in network order. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record ProxyBlock(byte[] prefix, int bits) {

    /** Tells whether an address is in the block. An address of the other family never is. */
    public boolean contains(byte[] address) {
      int whole = bits / 8;
      return address.length == prefix.length
          && Arrays.equals(address, 0, whole, prefix, 0, whole)
          && (bits % 8 == 0 || ((address[whole] ^ prefix[whole]) & 0xff) >> (8 - bits % 8) == 0);
    }

    /** Returns an IP address, with or without a port, in network order; null if it is none. */
    public static byte @Nullable [] address(String text) {
      boolean isBare = text.indexOf(':') != text.lastIndexOf(':') && !text.startsWith("[");
      WebUrl url = WebUrl.parse("http://" + (isBare ? "[" + text + "]" : text));
      return url == null ? null : url.ipAddress();
    }

    /** Parses a block like {@code 10.0.0.0/8} or {@code fd00::/8}, or one address. */
    public static final class Parser implements Converter<ProxyBlock> {
      private static final long serialVersionUID = 1;

      @Override
      public ProxyBlock convert(String value) {
        String[] parts = value.strip().split("/", 2);
        byte[] address = address(parts[0]);
        if (address == null) {
          throw new IllegalArgumentException("must be an IP address, or a block like 10.0.0.0/8");
        }
        int most = 8 * address.length;
        int bits = parts.length == 1 ? most : Integer.parseInt(parts[1]);
        if (bits < 0 || bits > most) {
          throw new IllegalArgumentException("a prefix has 0 to " + most + " bits");
        }
        return new ProxyBlock(address, bits);
      }
    }
  }
}
