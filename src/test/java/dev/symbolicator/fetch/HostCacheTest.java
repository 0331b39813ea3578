package dev.symbolicator.fetch;

import static dev.symbolicator.fetch.FetchFailures.assertFailed;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestOrigin;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.resolver.dns.DnsCacheEntry;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpClientOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostCacheTest {
  private static final DnsRecord[] NO_ADDITIONALS = {};

  private final EmbeddedChannel time = new EmbeddedChannel();

  private static HostCache cache(int maxNames) {
    return new HostCache(new AddressResolverOptions().setCacheNegativeTimeToLive(5), maxNames);
  }

  private void tell(HostCache cache, String name, String address, long seconds) {
    try {
      cache.cache(name, NO_ADDITIONALS, InetAddress.getByName(address), seconds, time.eventLoop());
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static int known(HostCache cache, String name) {
    List<? extends DnsCacheEntry> entries = cache.get(name, NO_ADDITIONALS);
    return entries == null ? 0 : entries.size();
  }

  private void afterSeconds(int seconds) {
    time.advanceTimeBy(seconds, TimeUnit.SECONDS);
    time.runScheduledPendingTasks();
  }

  @Test
  void latestNamesAreKept() {
    HostCache cache = cache(2);
    tell(cache, "a.test", "192.0.2.1", 20);
    tell(cache, "b.test", "192.0.2.1", 20);
    tell(cache, "a.test", "192.0.2.2", 20);
    tell(cache, "c.test", "192.0.2.1", 20);
    assertEquals(2, known(cache, "a.test"));
    assertEquals(0, known(cache, "b.test"));
    assertEquals(1, known(cache, "c.test"));
  }

  @Test
  void nameWithTooManyAddressesIsNotKept() {
    HostCache cache = cache(2);
    for (int i = 1; i <= 16; i++) {
      tell(cache, "many.test", "192.0.2." + i, 20);
      tell(cache, "many.test", "2001:db8::" + i, 20);
    }
    tell(cache, "many.test", "192.0.2.16", 20);
    assertEquals(32, known(cache, "many.test"));
    for (int i = 17; i <= 200; i++) {
      tell(cache, "many.test", "192.0.2." + i, 20);
      assertEquals(0, known(cache, "many.test"));
    }
  }

  @Test
  void addressesAreKeptForAtMostHalfAMinute() {
    HostCache cache = cache(2);
    tell(cache, "a.test", "192.0.2.1", Integer.MAX_VALUE);
    tell(cache, "b.test", "192.0.2.1", 10);
    afterSeconds(11);
    assertEquals(1, known(cache, "a.test"));
    assertEquals(0, known(cache, "b.test"));
    afterSeconds(20);
    assertEquals(0, known(cache, "a.test"));
  }

  @Test
  void unknownNameIsKeptForTheNegativeTimeToLive() {
    HostCache cache = cache(2);
    cache.cache("a.test", NO_ADDITIONALS, new UnknownHostException(), time.eventLoop());
    assertEquals(1, known(cache, "a.test"));
    afterSeconds(6);
    assertEquals(0, known(cache, "a.test"));
  }

  @Test
  void unknownNamesCountAgainstTheLimit() {
    HostCache cache = cache(1);
    tell(cache, "a.test", "192.0.2.1", 20);
    cache.cache("b.test", NO_ADDITIONALS, new UnknownHostException(), time.eventLoop());
    assertEquals(0, known(cache, "a.test"));
    assertEquals(1, known(cache, "b.test"));
  }

  @Test
  void fetcherUsesTheLimitOfNames() {
    try (TestDns dns = TestDns.start().secondsToLive(Integer.MAX_VALUE);
        TestOrigin origin = TestOrigin.start().serve("/app.js", "text/javascript", "app();");
        TestFetcher fetcher =
            new TestFetcher(
                dns.vertx(),
                new HttpClientOptions(),
                "allow-private-addresses",
                "true",
                "hostNames",
                "2")) {
      for (String name : List.of("a.test", "b.test", "c.test", "c.test", "a.test")) {
        dns.answer(name, "127.0.0.1");
        TestFetcher.body(fetcher.script("http://" + name + ":" + origin.port() + "/app.js"));
      }
      assertEquals(1, dns.questions("c.test"));
      assertEquals(2, dns.questions("a.test"));
    }
  }

  @Test
  void hostWithTooManyAddressesIsResolvedAndCheckedForEachFetch() {
    String[] addresses = new String[100];
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] = "192.0.2." + i;
    }
    addresses[99] = "127.0.0.1";
    try (TestDns dns =
            TestDns.start().secondsToLive(Integer.MAX_VALUE).answer("many.test", addresses);
        TestFetcher fetcher = new TestFetcher(dns.vertx(), new HttpClientOptions())) {
      for (int i = 1; i <= 2; i++) {
        assertFailed(Kind.ADDRESS, fetcher.script("http://many.test/app.js"));
        assertEquals(i, dns.questions("many.test"));
      }
    }
  }
}
