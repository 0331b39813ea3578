package dev.symbolicator.script;

import dev.symbolicator.config.IdentityConfig;
import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.redis.RedisConfig;
import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.redis.RedisTier;
import dev.symbolicator.script.FileLoader.FileVersions;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.sources.OriginalSourceLoader.SourceLimits;
import dev.symbolicator.sources.OriginalSourceLoader.SourceRules;
import dev.symbolicator.sources.OriginalSourceLoader.SourcesConfig;
import dev.symbolicator.sources.TestSources;
import dev.symbolicator.store.DiskTier;
import dev.symbolicator.store.LayeredStore;
import dev.symbolicator.store.StoreConfig;
import dev.symbolicator.store.StoreConfig.StoreLimits;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableCompiler.TablesConfig;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.Settings;
import dev.symbolicator.testing.TestDns;
import dev.symbolicator.testing.TestRedis;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.cache.runtime.caffeine.CaffeineCacheImpl;
import io.quarkus.cache.runtime.caffeine.CaffeineCacheInfo;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * One instance of the rooms that find scripts, assembled by hand. To test a restart, close an
 * instance and make another over the same folder.
 */
public final class TestScripts implements AutoCloseable {
  static {
    // The first use initialises Mutiny, as Quarkus does at its start; two first uses at once would
    // fail.
    Uni.createFrom().item(() -> "").await().indefinitely();
  }

  private final Vertx vertx;
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final ByteBudget budget;
  private final RedisTier redis;
  private final LayeredStore store;
  private final TableCompiler compiler;
  private final PendingLoadLimit pending;
  private final Scripts scripts;
  private final StoredScripts stored;
  private final StoredReader reader;
  private final StoredTables usedTables;

  /** Makes an instance with enough memory. */
  public TestScripts(MovableClock clock, String... keysAndValues) {
    this(new ByteBudget(64 << 20), clock, keysAndValues);
  }

  /** Makes an instance with the defaults, except for the given keys and limits. */
  public TestScripts(ByteBudget budget, MovableClock clock, String... keysAndValues) {
    this(Vertx.vertx(), budget, clock, keysAndValues);
  }

  /** Makes an instance with the test's own Vert.x, which the instance closes. */
  public TestScripts(Vertx vertx, ByteBudget budget, MovableClock clock, String... keysAndValues) {
    this.vertx = vertx;
    this.budget = budget;
    Settings settings = Settings.of(keysAndValues);
    ScriptConfig config = settings.read(ScriptConfig.class);
    ScriptLimits limits = settings.limits(ScriptLimits.DEFAULT);
    StoreLimits storeLimits = settings.limits(StoreLimits.DEFAULT);
    SourcesConfig sources = settings.read(SourcesConfig.class);
    SourceLimits sourceLimits = settings.limits(SourceLimits.DEFAULT);
    FetchConfig fetch = settings.read(FetchConfig.class);
    FetchLimits fetchLimits = settings.limits(FetchLimits.DEFAULT);
    Fetcher fetcher =
        new Fetcher(vertx, fetch, fetchLimits, budget, TestDns.resolverOf(vertx), metrics);
    redis =
        new RedisTier(
            vertx,
            settings.read(RedisConfig.class),
            settings.limits(RedisLimits.DEFAULT),
            metrics,
            clock);
    store =
        new LayeredStore(
            new DiskTier(settings.read(StoreConfig.class), storeLimits, metrics, clock),
            redis,
            budget,
            storeLimits);
    SourceRules rules = new SourceRules(sources, fetch, sourceLimits, fetchLimits);
    TableStore tables = new TableStore(store, rules, settings.read(IdentityConfig.class), metrics);
    RecordStore records = new RecordStore(store, fetch);
    compiler =
        new TableCompiler(
            TestSources.of(vertx, fetcher, sources, sourceLimits),
            budget,
            settings.read(TablesConfig.class),
            settings.read(IdentityConfig.class),
            metrics);
    MemoryTier memory =
        new MemoryTier(
            config,
            limits,
            cache("symbol-tables"),
            cache("script-misses"),
            cache("script-failures"),
            cache("script-lasting-misses"));
    FileVersions versions = new FileVersions(config, clock);
    ScriptFailures failures = new ScriptFailures(config);
    pending = new PendingLoadLimit(limits);
    OriginCheck origin = new OriginCheck(fetcher, compiler, versions);
    Revalidations revalidations =
        new Revalidations(origin, memory, records, pending, failures, versions, config);
    FileLoader files = new FileLoader(fetcher, compiler, versions, failures, revalidations);
    ScriptPipeline pipeline =
        new ScriptPipeline(
            memory,
            records,
            tables,
            new LoadLocks(redis, store, limits),
            revalidations,
            files,
            compiler,
            versions,
            rules,
            config);
    OverloadQueue overloaded = new OverloadQueue(budget, limits, compiler.threads());
    ScriptLoads loads = new ScriptLoads(memory, pending, overloaded, clock, metrics);
    usedTables = new StoredTables(memory, tables, limits);
    reader = new StoredReader(budget);
    stored =
        new StoredScripts(
            memory, loads, reader, files, tables, compiler, usedTables, config, fetch, clock);
    scripts =
        new Scripts(
            memory,
            records,
            tables,
            fetcher,
            pipeline,
            revalidations,
            new DataScripts(pipeline, files, budget, fetch),
            loads,
            failures,
            clock);
  }

  /** Returns an instance that keeps tables in a folder and may fetch from loopback. */
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

  /** Returns such an instance that also shares a Redis, whose commands may take long. */
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

  public StoredScripts stored() {
    return stored;
  }

  /** Drops the symbols of maps that a library deletes, as the service does. */
  public void listen(MapLibrary library) {
    usedTables.listen(library);
  }

  /** Returns how many tables are remembered, to be deleted with their maps. */
  public int rememberedTables() {
    return usedTables.count();
  }

  /** Returns the instance's Vert.x, for timers. */
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
    return Await.value(scripts.find(ScriptRefs.of(url)));
  }

  /** Returns how many tables came from {@code disk}, {@code shared} or {@code compiled}. */
  public int tables(String tier) {
    return count("symbolicator.tables", "tier", tier);
  }

  /** Returns how many look-ups ended in {@code hit}, {@code joined} or {@code miss}. */
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

  /** Returns the bytes that loads under way take. */
  long loading() {
    return pending.used();
  }

  LayeredStore store() {
    return store;
  }

  private int count(String name, String tag, String value) {
    Counter counter = metrics.find(name).tag(tag, value).counter();
    return counter == null ? 0 : (int) counter.count();
  }

  /** Stops the threads, the first step of a service that stops. */
  void stopThreads() {
    store.stop();
    compiler.stop();
    reader.stop();
  }

  @Override
  public void close() {
    stopThreads();
    Await.value(vertx.close());
  }
}
