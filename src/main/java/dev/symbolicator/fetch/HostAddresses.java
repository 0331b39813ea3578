package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import dev.symbolicator.vertx.NameResolver;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds all addresses of a URL's host. A host that is itself an address is not looked up. */
final class HostAddresses {
  private final NameResolver resolver;

  HostAddresses(NameResolver resolver) {
    this.resolver = resolver;
  }

  /**
   * Returns the first addresses, with IPv4 and IPv6 taking turns while there are both. Where one
   * family does not work, the other may (RFC 8305, section 4).
   */
  static List<InetAddress> first(int count, List<InetAddress> addresses) {
    List<InetAddress> oneFamily = new ArrayList<>();
    List<InetAddress> other = new ArrayList<>();
    for (InetAddress address : addresses) {
      (address.getClass() == addresses.get(0).getClass() ? oneFamily : other).add(address);
    }
    List<InetAddress> inTurn = new ArrayList<>();
    for (int i = 0; i < Math.min(count, addresses.size()); i++) {
      if (i < oneFamily.size()) {
        inTurn.add(oneFamily.get(i));
      }
      if (i < other.size()) {
        inTurn.add(other.get(i));
      }
    }
    return List.copyOf(inTurn.subList(0, Math.min(count, addresses.size())));
  }

  /** Returns all addresses, at least one; a failed future if there is none. */
  Future<List<InetAddress>> of(WebUrl url) {
    byte[] literal = url.ipAddress();
    String host = url.host();
    try {
      if (literal != null) {
        return Future.succeededFuture(List.of(InetAddress.getByAddress(literal)));
      }
      if (host == null || host.isEmpty()) {
        return Future.failedFuture(new UnknownHostException());
      }
    } catch (UnknownHostException e) {
      return Future.failedFuture(e);
    }
    return resolver
        .resolveAll(host)
        .map(
            all ->
                all.stream()
                    .map(InetSocketAddress::getAddress)
                    .collect(Collectors.toUnmodifiableList()))
        .compose(
            all ->
                all.isEmpty()
                    ? Future.failedFuture(new UnknownHostException())
                    : Future.succeededFuture(all));
  }
}
