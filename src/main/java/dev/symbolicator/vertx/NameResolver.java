package dev.symbolicator.vertx;

import io.netty.channel.socket.SocketChannel;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsCache;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddresses;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.impl.AddressResolver;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.future.PromiseInternal;
import io.vertx.core.impl.resolver.DnsResolverProvider;
import java.net.InetSocketAddress;
import java.util.List;

/** Resolves all addresses like Vert.x, but remembers in a given cache, which has a limit. */
public final class NameResolver implements AutoCloseable {
  private final VertxInternal vertx;
  private final AddressResolverGroup<InetSocketAddress> resolvers;

  public NameResolver(Vertx vertx, AddressResolverOptions options, DnsCache cache) {
    this.vertx = (VertxInternal) vertx;
    resolvers = new DnsAddressResolverGroup(builder(this.vertx, options, cache));
  }

  private static DnsNameResolverBuilder builder(
      VertxInternal vertx, AddressResolverOptions options, DnsCache cache) {
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
            .resolveCache(cache)
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

  /** Returns all addresses of a name. The future fails if there is none. */
  public Future<List<InetSocketAddress>> resolveAll(String name) {
    ContextInternal context = vertx.getOrCreateContext();
    PromiseInternal<List<InetSocketAddress>> found = context.promise();
    resolvers
        .getResolver(context.nettyEventLoop())
        .resolveAll(InetSocketAddress.createUnresolved(name, 0))
        .addListener(found);
    return found.future();
  }

  /** Closes the resolver's sockets. */
  @Override
  public void close() {
    resolvers.close();
  }
}
