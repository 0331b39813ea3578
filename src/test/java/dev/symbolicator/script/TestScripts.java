package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.redis.RedisConfig;
import dev.symbolicator.redis.RedisTier;
import dev.symbolicator.sources.SourcesConfig;
import dev.symbolicator.sources.TestSources;
import dev.symbolicator.store.DiskTier;
import dev.symbolicator.store.StoreConfig;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestRedis;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.cache.runtime.caffeine.CaffeineCacheImpl;
import io.quarkus.cache.runtime.caffeine.CaffeineCacheInfo;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One instance of everything that finds scripts, put together by hand: closing it and making
 * another over the same folder is a restart.
 */
public final class TestScripts implements AutoCloseable {
  static {
    // Its first use sets up what Quarkus does at its start, and two threads at once would fail.
    Uni.createFrom().item(() -> "").await().indefinitely();
  }

  private final Vertx vertx;
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final ByteBudget budget;
  private final RedisTier redis;
  private final TableTiers tiers;
  private final TableCompiler compiler;
  private final LoadingRoom room;
  private final Scripts scripts;

  /** With memory enough. */
  public TestScripts(MovableClock clock, String... keysAndValues) {
    this(new ByteBudget(64 << 20), clock, keysAndValues);
  }

  /** With the defaults, save for the settings given. */
  public TestScripts(ByteBudget budget, MovableClock clock, String... keysAndValues) {
    this(Vertx.vertx(), budget, clock, keysAndValues);
  }

  /** With a Vert.x that resolves names in its own way; it is closed here. */
  public TestScripts(Vertx vertx, ByteBudget budget, MovableClock clock, String... keysAndValues) {
    this.vertx = vertx;
    this.budget = budget;
    Settings settings = Settings.of(keysAndValues);
    ScriptConfig config = settings.read(ScriptConfig.class);
    SourcesConfig sources = settings.read(SourcesConfig.class);
    FetchConfig fetch = settings.read(FetchConfig.class);
    Fetcher fetcher = new Fetcher(vertx, fetch, budget, TestDns.resolverOf(vertx));
    DiskTier disk = new DiskTier(settings.read(StoreConfig.class), metrics, clock);
    redis = new RedisTier(vertx, settings.read(RedisConfig.class), metrics, clock);
    TableOptions options = new TableOptions(config, sources, fetch);
    tiers = new TableTiers(disk, redis, budget, config, options, metrics);
    compiler = new TableCompiler(TestSources.of(vertx, fetcher, sources), budget, config, metrics);
    ScriptLoader loader = new ScriptLoader(fetcher, tiers, compiler, config, options, clock);
    MemoryTier memory =
        new MemoryTier(
            config,
            cache("symbol-tables"),
            cache("script-misses"),
            cache("script-failures"),
            cache("script-lasting-misses"));
    room = new LoadingRoom(config);
    scripts =
        new Scripts(
            memory,
            tiers,
            new Leases(redis, tiers),
            loader,
            new Renewals(
                new Revalidation(fetcher, loader, tiers, compiler, config, clock),
                memory,
                tiers,
                room,
                config,
                clock),
            new MissRevalidation(fetcher, loader, compiler, config, clock),
            new DataScripts(tiers, loader, budget, fetch),
            new Loads(memory, room, compiler, budget, config, clock, metrics),
            clock);
  }

  /** One that keeps tables in a folder, and may fetch from loopback. */
  public static TestScripts over(Path directory, MovableClock clock, String... keysAndValues) {
    Stream<String> settings =
        Stream.of(
            "symbolicator.cache.directory",
            directory.toString(),
            "symbolicator.fetch.allow-private-addresses",
            "true");
    return new TestScripts(
        clock, Stream.concat(settings, Stream.of(keysAndValues)).toArray(String[]::new));
  }

  /** The same, sharing a Redis that may take its time. */
  public static TestScripts over(Path directory, TestRedis redis, MovableClock clock) {
    return over(
        directory,
        clock,
        "symbolicator.cache.redis.url",
        redis.url(),
        "symbolicator.cache.redis.key",
        "correct horse battery staple",
        "symbolicator.cache.redis.timeout",
        "20S");
  }

  static CaffeineCacheImpl cache(String name) {
    CaffeineCacheInfo info = new CaffeineCacheInfo();
    info.name = name;
    info.maximumSize = 1000L;
    return new CaffeineCacheImpl(info, false);
  }

  public Scripts scripts() {
    return scripts;
  }

  /** Its own, for timers. */
  public Vertx vertx() {
    return vertx;
  }

  public RedisTier redis() {
    return redis;
  }

  public ByteBudget budget() {
    return budget;
  }

  public ScriptResult find(String url) {
    return Await.value(scripts.find(Objects.requireNonNull(WebUrl.parse(url))));
  }

  /** How many tables came from a tier: {@code disk}, {@code shared} or {@code compiled}. */
  public int tables(String tier) {
    return count("symbolicator.tables", "tier", tier);
  }

  /** How many look-ups ended in {@code hit}, {@code joined} or {@code miss}. */
  public int lookups(String result) {
    return count("symbolicator.cache", "result", result);
  }

  public double metric(String name) {
    return metrics.get(name).counter().count();
  }

  public double gauge(String name) {
    return metrics.get(name).gauge().value();
  }

  TableCompiler compiler() {
    return compiler;
  }

  /** Bytes that loads on their way take. */
  long loading() {
    return room.used();
  }

  TableTiers tiers() {
    return tiers;
  }

  private int count(String name, String tag, String value) {
    Counter counter = metrics.find(name).tag(tag, value).counter();
    return counter == null ? 0 : (int) counter.count();
  }

  /** As a service that stops does first. */
  void stopThreads() {
    tiers.stop();
    compiler.stop();
  }

  @Override
  public void close() {
    stopThreads();
    Await.value(vertx.close());
  }
}
