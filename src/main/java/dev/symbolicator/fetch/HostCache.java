package dev.symbolicator.fetch;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.resolver.dns.DefaultDnsCache;
import io.netty.resolver.dns.DnsCache;
import io.netty.resolver.dns.DnsCacheEntry;
import io.netty.resolver.dns.NoopDnsCache;
import io.vertx.core.dns.AddressResolverOptions;
import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers answers of name servers for at most half a minute. Strangers choose names and numbers
 * of addresses: only the latest names are kept, and none with very many, as all have to be checked.
 */
final class HostCache implements DnsCache {
  private static final int MAX_ADDRESSES = 32;
  private static final int MAX_SECONDS = 30;

  private final DefaultDnsCache cache;
  private final int maxNames;

  /**
   * The names that were resolved, the latest last, and whether each has too many addresses. Some
   * may have expired.
   */
  private final Map<String, Boolean> names = new LinkedHashMap<>();

  /** Makes a cache with the operator's times to live. */
  HostCache(AddressResolverOptions options, int maxNames) {
    int maxSeconds = Math.min(MAX_SECONDS, options.getCacheMaxTimeToLive());
    int minSeconds = Math.min(maxSeconds, options.getCacheMinTimeToLive());
    int unknownSeconds = Math.min(MAX_SECONDS, options.getCacheNegativeTimeToLive());
    this.cache = new DefaultDnsCache(minSeconds, maxSeconds, unknownSeconds);
    this.maxNames = maxNames;
  }

  @Override
  public synchronized @Nullable List<? extends DnsCacheEntry> get(
      String name, DnsRecord[] additionals) {
    return cache.get(name, additionals);
  }

  @Override
  public synchronized DnsCacheEntry cache(
      String name, DnsRecord[] additionals, InetAddress address, long seconds, EventLoop loop) {
    boolean tooMany = names.getOrDefault(name, false) || isOneTooMany(name, additionals, address);
    remember(name, tooMany);
    if (tooMany) {
      cache.clear(name);
      return NoopDnsCache.INSTANCE.cache(name, additionals, address, seconds, loop);
    }
    return cache.cache(name, additionals, address, seconds, loop);
  }

  private boolean isOneTooMany(String name, DnsRecord[] additionals, InetAddress address) {
    List<? extends DnsCacheEntry> known = cache.get(name, additionals);
    return known != null
        && known.size() >= MAX_ADDRESSES
        && known.stream().noneMatch(entry -> address.equals(entry.address()));
  }

  @Override
  public synchronized DnsCacheEntry cache(
      String name, DnsRecord[] additionals, Throwable cause, EventLoop loop) {
    remember(name, false);
    return cache.cache(name, additionals, cause, loop);
  }

  private void remember(String name, boolean tooMany) {
    names.remove(name);
    names.put(name, tooMany);
    if (names.size() > maxNames) {
      Iterator<String> oldest = names.keySet().iterator();
      cache.clear(oldest.next());
      oldest.remove();
    }
  }

  @Override
  public synchronized void clear() {
    names.clear();
    cache.clear();
  }

  @Override
  public synchronized boolean clear(String name) {
    names.remove(name);
    return cache.clear(name);
  }
}
