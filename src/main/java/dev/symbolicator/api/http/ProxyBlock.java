package dev.symbolicator.api.http;

import dev.symbolicator.url.WebUrl;
import java.util.Arrays;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * A block of IP addresses.
 *
 * @param prefix 4 or 16 bytes in network order
 * @param bits how many of the first bits all addresses of the block have
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ProxyBlock(byte[] prefix, int bits) {

  /** Tells whether an address is in the block. An address of the other family never is. */
  boolean contains(byte[] address) {
    int whole = bits / 8;
    return address.length == prefix.length
        && Arrays.equals(address, 0, whole, prefix, 0, whole)
        && (bits % 8 == 0 || ((address[whole] ^ prefix[whole]) & 0xff) >> (8 - bits % 8) == 0);
  }

  /** Parses a block like {@code 10.0.0.0/8} or {@code fd00::/8}, or one address. */
  public static final class Parser implements Converter<ProxyBlock> {
    private static final long serialVersionUID = 1;

    @Override
    public ProxyBlock convert(String value) {
      String[] parts = value.strip().split("/", 2);
      String host = parts[0].contains(":") ? "[" + parts[0] + "]" : parts[0];
      WebUrl url = WebUrl.parse("http://" + host);
      byte[] address = url == null ? null : url.ipAddress();
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
