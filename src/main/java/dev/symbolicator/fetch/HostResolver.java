package dev.symbolicator.fetch;

import io.netty.channel.socket.SocketChannel;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddresses;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.vertx.core.Future;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.impl.AddressResolver;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.future.PromiseInternal;
import io.vertx.core.impl.resolver.DnsResolverProvider;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Resolves names as Vert.x does, by the same options, hosts file and name servers, but keeps what
 * it learns in a {@link HostCache} alone: Vert.x's own caches have no limit.
 */
final class HostResolver implements AutoCloseable {
  private final VertxInternal vertx;
  private final AddressResolverGroup<InetSocketAddress> resolvers;

  /**
   * @param maxNames how many names are remembered
   */
  HostResolver(VertxInternal vertx, AddressResolverOptions options, int maxNames) {
    this.vertx = vertx;
    this.resolvers = new DnsAddressResolverGroup(builder(vertx, options, maxNames));
  }

  private static DnsNameResolverBuilder builder(
      VertxInternal vertx, AddressResolverOptions options, int maxNames) {
    DnsResolverProvider own = DnsResolverProvider.create(vertx, options);
    DnsServerAddresses servers =
        options.isRotateServers()
            ? DnsServerAddresses.rotational(own.nameServerAddresses())
            : DnsServerAddresses.sequential(own.nameServerAddresses());
    DnsNameResolverBuilder builder =
        new DnsNameResolverBuilder()
            .hostsFileEntriesResolver(own)
            .nameServerProvider(name -> servers.stream())
            .datagramChannelFactory(() -> vertx.transport().datagramChannel())
            .socketChannelFactory(
                () -> (SocketChannel) vertx.transport().channelFactory(false).newChannel())
            .resolveCache(new HostCache(options, maxNames))
            .cnameCache(NoopDnsCnameCache.INSTANCE)
            .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE)
            .optResourceEnabled(options.isOptResourceEnabled())
            .queryTimeoutMillis(options.getQueryTimeout())
            .maxQueriesPerResolve(options.getMaxQueries())
            .recursionDesired(options.getRdFlag());
    if (options.getSearchDomains() != null) {
      int dots = options.getNdots();
      builder
          .searchDomains(options.getSearchDomains())
          .ndots(dots < 0 ? AddressResolver.DEFAULT_NDOTS_RESOLV_OPTION : dots);
    }
    return builder;
  }

  /** All addresses of a name; a failed future if there is none. */
  Future<List<InetSocketAddress>> resolveAll(String name) {
    ContextInternal context = vertx.getOrCreateContext();
    PromiseInternal<List<InetSocketAddress>> found = context.promise();
    resolvers
        .getResolver(context.nettyEventLoop())
        .resolveAll(InetSocketAddress.createUnresolved(name, 0))
        .addListener(found);
    return found.future();
  }

  /** Closes its sockets. */
  @Override
  public void close() {
    resolvers.close();
  }
}
