package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchPolicy.ForwardProxy;
import dev.symbolicator.fetch.FetchRequest.FileKind;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.FetchResult.NotModified;
import dev.symbolicator.fetch.OriginHeaders.HeaderText;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.threads.Spans;
import dev.symbolicator.threads.Timings;
import dev.symbolicator.url.WebUrl;
import dev.symbolicator.vertx.Connections;
import dev.symbolicator.vertx.NameResolver;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.vertx.VertxOptionsCustomizer;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Fetches files from URLs that strangers chose.
 *
 * <p>A URL is requested only if its scheme, origin and path are allowed. The connection goes to an
 * address that was resolved and checked for this request, while Host and TLS keep the name, so
 * resolving differently later gains nothing; the pool is keyed by that address too. Redirects pass
 * every check again. An operator's proxy connects to the checked address.
 *
 * <p>A broken connection, 502, 503 and 504 are retried once after a pause; a failing origin is left
 * alone ({@link CircuitBreaker}). Completing or cancelling the future cuts the fetch off.
 */
@Startup
@Singleton
public final class Fetcher {
  /** The name of the threads that inflate bodies. */
  static final String WORKERS = "symbolicator-decode";

  private final FetchRuntime runtime;
  private final ByteBudget budget;
  private final Slots slots;
  private final FetchMetrics metrics;

  /** Makes the service's fetcher; {@link ConfigurationException} names the key of a bad value. */
  @Inject
  public Fetcher(
      Vertx vertx,
      FetchConfig config,
      ByteBudget budget,
      ResolverOptions resolverOptions,
      OwnDemo demo,
      MeterRegistry metrics) {
    this(
        vertx,
        config,
        FetchLimits.DEFAULT,
        budget,
        resolverOptions.options(),
        new HttpClientOptions(),
        System::nanoTime,
        demo::contains,
        metrics);
  }

  public Fetcher(
      Vertx vertx,
      FetchConfig config,
      FetchLimits limits,
      ByteBudget budget,
      ResolverOptions resolverOptions,
      MeterRegistry metrics) {
    this(
        vertx,
        config,
        limits,
        budget,
        resolverOptions.options(),
        new HttpClientOptions(),
        System::nanoTime,
        url -> false,
        metrics);
  }

  /** For tests: other certificates, another clock of the breaker, other own files. */
  Fetcher(
      Vertx vertx,
      FetchConfig config,
      FetchLimits limits,
      ByteBudget budget,
      AddressResolverOptions resolverOptions,
      HttpClientOptions options,
      LongSupplier nanoTime,
      Predicate<WebUrl> ownFiles,
      MeterRegistry metrics) {
    if (!HeaderText.isValue(config.userAgent())) {
      throw new ConfigurationException(
          "symbolicator.fetch.user-agent: the value cannot be sent in a header. Write one line of"
              + " ASCII.");
    }
    ForwardProxy proxy = new ForwardProxy(config, limits);
    FetchPolicy policy = new FetchPolicy(config, limits, proxy, ownFiles);
    OriginHeaders originHeaders = new OriginHeaders(config.origin(), policy::allows);
    this.runtime =
        new FetchRuntime(
            vertx,
            FetchClient.create(vertx, config, limits, options),
            vertx.createSharedWorkerExecutor(WORKERS, limits.decoders()),
            config,
            limits,
            policy,
            proxy,
            originHeaders,
            new NameResolver(
                vertx, resolverOptions, new HostCache(resolverOptions, limits.hostNames())),
            new CircuitBreaker(
                limits.breakerFailures(), limits.breakerPause(), limits.breakerOrigins(), nanoTime),
            System::nanoTime);
    this.budget = budget;
    this.slots = new Slots(config.maxConcurrent(), config.maxConnectionsPerHost(), limits.queued());
    this.metrics = new FetchMetrics(metrics);
    Gauge.builder("symbolicator.fetches.active", slots, Slots::running)
        .description("Fetches under way")
        .register(metrics);
    Gauge.builder("symbolicator.fetches.max", config, FetchConfig::maxConcurrent)
        .description("Fetches that may be under way at once")
        .register(metrics);
  }

  /** Returns why the configuration alone forbids a request; null if it does not. Sends nothing. */
  public @Nullable FetchFailure refuse(FetchRequest request) {
    return runtime.policy().refuse(request.url(), request.kind(), request.namedBy());
  }

  /**
   * Never blocks and never fails. The future completes on an event loop, so go on elsewhere with
   * work; the caller closes a {@link Fetched}. {@link NotModified} needs validators.
   */
  public CompletableFuture<FetchResult> fetch(FetchRequest request) {
    CompletableFuture<FetchResult> answer = new CompletableFuture<>();
    FetchFailure refused = refuse(request);
    if (refused != null) {
      answer.complete(refused);
      return answer;
    }
    Trace trace = Trace.of(request);
    long askedNanos = System.nanoTime();
    slots.start(
        turn(request),
        new Slots.Job() {
          @Override
          public void run() {
            metrics.waits.record(System.nanoTime() - askedNanos, TimeUnit.NANOSECONDS);
            Fetcher.this.run(request, trace, answer);
          }

          @Override
          public void refuse() {
            FetchFailure tooMany =
                new FetchFailure(
                    FetchFailure.Kind.OVER_BUDGET,
                    "Too many fetches are waiting. Try again later.");
            metrics.ended(request.kind(), tooMany, 0);
            trace.complete(answer, tooMany);
          }
        });
    return answer;
  }

  private void run(FetchRequest request, Trace trace, CompletableFuture<FetchResult> answer) {
    long startNanos = System.nanoTime();
    FetchRun fetch =
        new FetchRun(
            runtime,
            request,
            trace.span,
            budget.open(),
            result -> {
              metrics.ended(request.kind(), result, System.nanoTime() - startNanos);
              end(request, trace, result, answer);
            });
    try {
      Context context = Connections.newContext(runtime.vertx());
      CompletableFuture<?> unused =
          answer.whenComplete(
              (done, fault) -> context.runOnContext(stillRunning -> fetch.giveUp()));
      context.runOnContext(start -> fetch.start());
    } catch (RejectedExecutionException shutDown) {
      end(request, trace, FetchFailure.unreachable("The service is shutting down."), answer);
    }
  }

  private void end(
      FetchRequest request,
      Trace trace,
      FetchResult result,
      CompletableFuture<FetchResult> answer) {
    if (!trace.complete(answer, result) && result instanceof Fetched fetched) {
      fetched.close();
    }
    slots.end(turn(request));
  }

  private static Turn turn(FetchRequest request) {
    return new Turn(request.scope(), request.url().origin());
  }

  /** Closes all connections; fetches under way fail. */
  @PreDestroy
  void close() {
    runtime.client().close();
    runtime.workers().close();
    runtime.resolver().close();
  }

  /** The span of a fetch, within its caller's context, in which the caller goes on. */
  private record Trace(Span span, io.opentelemetry.context.Context caller) {
    static Trace of(FetchRequest request) {
      Span span = Spans.start("fetch " + name(request.kind()), SpanKind.CLIENT);
      span.setAttribute(Spans.URL, request.url().redacted());
      return new Trace(span, io.opentelemetry.context.Context.current());
    }

    boolean complete(CompletableFuture<FetchResult> answer, FetchResult result) {
      Spans.end(span, outcome(result), result instanceof FetchFailure why ? why.detail() : null);
      return caller.wrapSupplier(() -> answer.complete(result)).get();
    }
  }

  private static String name(FileKind kind) {
    return switch (kind) {
      case SCRIPT -> "script";
      case SOURCE_MAP -> "map";
      case SOURCE -> "source";
    };
  }

  private static String outcome(FetchResult result) {
    if (result instanceof FetchFailure failure) {
      return failure.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    return result instanceof Fetched ? "fetched" : "not-modified";
  }

  /** Times fetches by kind of file and outcome, from closed lists: nothing of a URL is a tag. */
  private static final class FetchMetrics {
    private final MeterRegistry registry;
    private final Timer waits;

    /** By kind and outcome: registering a timer again takes longer than recording. */
    private final Map<List<String>, Timer> timers = new ConcurrentHashMap<>();

    FetchMetrics(MeterRegistry registry) {
      this.registry = registry;
      waits = Timings.waits("fetches", registry);
    }

    void ended(FileKind kind, FetchResult result, long nanos) {
      timers
          .computeIfAbsent(List.of(name(kind), outcome(result)), this::timer)
          .record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(List<String> tags) {
      return Timings.timer("symbolicator.fetch", "Time to fetch a file, without waiting for a turn")
          .tag("kind", tags.get(0))
          .tag("outcome", tags.get(1))
          .register(registry);
    }
  }

  /** The parts that all fetches share. The workers do what would block an event loop. */
  record FetchRuntime(
      Vertx vertx,
      HttpClient client,
      WorkerExecutor workers,
      FetchConfig config,
      FetchLimits limits,
      FetchPolicy policy,
      ForwardProxy proxy,
      OriginHeaders originHeaders,
      NameResolver resolver,
      CircuitBreaker breaker,
      LongSupplier nanoTime) {}

  /** Keeps Vert.x's options of name resolution, {@code quarkus.vertx.resolver}. */
  @Singleton
  public static class ResolverOptions implements VertxOptionsCustomizer {
    private volatile AddressResolverOptions options = new AddressResolverOptions();

    @Override
    public void accept(VertxOptions vertx) {
      options = vertx.getAddressResolverOptions();
    }

    AddressResolverOptions options() {
      return options;
    }
  }

  /** The page's example: its files, which hold no secret, need no grant at a private address. */
  @Singleton
  public static final class OwnDemo {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final String PATH = "/demo/";

    private final boolean isServed;

    @Inject
    public OwnDemo(
        @ConfigProperty(name = "symbolicator.web.enabled", defaultValue = "true")
            boolean isServed) {
      this.isServed = isServed;
    }

    /** Returns whether a URL is one of the example, at the port at which the service listens. */
    boolean contains(WebUrl url) {
      return isServed
          && url.scheme().equals("http")
          && url.path().startsWith(PATH)
          && LOOPBACK.contains(String.valueOf(url.host()))
          && url.port() == port();
    }

    /** Returns the port, which is known once the service listens. */
    private static int port() {
      return ConfigProvider.getConfig()
          .getOptionalValue("quarkus.http.port", Integer.class)
          .orElse(0);
    }
  }
}
