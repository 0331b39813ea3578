package dev.symbolicator.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.symbolicator.api.http.BodyReader.MaxSize;
import dev.symbolicator.api.http.HttpConfig;
import dev.symbolicator.api.http.HttpConfig.ProxyBlock;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.config.RowsConfig;
import dev.symbolicator.kafka.KafkaConfig;
import dev.symbolicator.kafka.ProfileTopic;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.sink.SegmentFolder;
import dev.symbolicator.sink.SegmentFolder.FullException;
import dev.symbolicator.sink.SinkConfig;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.threads.Futures;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.ws.rs.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Who may send profiles, how often, and where these are kept. */
@Singleton
class Door {
  private static final Logger LOG = Logger.getLogger(Door.class);

  private static final String FORMAT = "js-self-profile";

  /** The answer while it is written, and as it is kept. */
  private static final int COPIES = 2;

  private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final byte[] REPLACEMENT = "\\ufffd".getBytes(US_ASCII);

  /** The length of an escape with four hex digits. */
  private static final int ESCAPE = 6;

  /** One client has at least so many addresses of IPv6. */
  private static final int BYTES_OF_NETWORK = 8;

  /** A folder without room needs somebody to take segments away. */
  private static final Duration WAIT_WHILE_FULL = Duration.ofSeconds(30);

  private final IngestConfig config;
  private final SinkConfig sink;
  private final KafkaConfig kafka;
  private final boolean isServing;
  private final Symbolicator symbolicator;
  private final MeterRegistry metrics;
  private final Set<String> origins;
  private final List<ProxyBlock> proxies;
  private final @Nullable RowKind rows;
  private final SymbolicationOptions options;
  private final Rates ofOrigins;
  private final Rates ofAddresses;
  private @Nullable ProfileTopic topic;
  private @Nullable SegmentFolder folder;

  Door(
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean isServing,
      IngestConfig config,
      SinkConfig sink,
      KafkaConfig kafka,
      HttpConfig http,
      RowsConfig dimensions,
      Symbolicator symbolicator,
      MeterRegistry metrics) {
    this.config = config;
    this.sink = sink;
    this.kafka = kafka;
    this.isServing = isServing;
    this.symbolicator = symbolicator;
    this.metrics = metrics;
    origins = IngestConfig.listedOrigins(config);
    proxies = http.proxies().orElse(List.of());
    rows = rowKind(sink.rows());
    options = options(rows, dimensions.dimensions().names());
    ofOrigins = new Rates(config.maxPerOrigin(), Duration.ofSeconds(1), System::nanoTime);
    ofAddresses = new Rates(config.maxPerAddress(), Duration.ofMinutes(1), System::nanoTime);
  }

  private static @Nullable RowKind rowKind(String label) {
    RowKind kind = RowKind.named(label);
    if (kind == null && !label.equals("none")) {
      throw new ConfigurationException(
          "symbolicator.sink.rows: write none, %s.".formatted(String.join(", ", RowKind.labels())));
    }
    return kind;
  }

  private static SymbolicationOptions options(@Nullable RowKind rows, List<String> dimensions) {
    RowsRequest request =
        rows == null
            ? null
            : new RowsRequest(
                rows, dimensions.stream().map(name -> new Dimension(name, "")).toList());
    return new SymbolicationOptions(
        false,
        false,
        false,
        GivenBuilds.NONE,
        false,
        null,
        FORMAT,
        false,
        null,
        0,
        false,
        false,
        request);
  }

  void open(@Observes StartupEvent start) {
    if (origins.isEmpty() || !isServing) {
      return;
    }
    if (kafka.topic().isPresent()) {
      topic = ProfileTopic.open(kafka);
    } else {
      folder = openFolder();
      Gauge.builder("symbolicator.sink.bytes", folder, SegmentFolder::used)
          .description("Bytes of the segments in the sink's folder")
          .register(metrics);
      Gauge.builder("symbolicator.sink.max.bytes", sink, limits -> limits.maxSize().asLongValue())
          .description("The most bytes of the segments in the sink's folder")
          .register(metrics);
    }
  }

  private SegmentFolder openFolder() {
    String directory =
        sink.directory()
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "symbolicator.ingest.origins is set, but there is no place for the profiles. Set symbolicator.kafka.topic or symbolicator.sink.directory."));
    try {
      return new SegmentFolder(
          Path.of(directory),
          rows == null ? "profiles" : "rows",
          sink.maxSize().asLongValue(),
          sink.segmentAge());
    } catch (IOException | InvalidPathException unusable) {
      throw new ConfigurationException(
          "symbolicator.sink.directory: the folder %s cannot be used: %s. Choose one that the service may write to."
              .formatted(directory, unusable.getMessage()));
    }
  }

  void close(@Observes ShutdownEvent shutdown) {
    if (topic != null) {
      topic.close();
    }
    if (folder != null) {
      folder.close();
    }
  }

  /** Throws a 404 unless the door is configured. */
  void requireOpen() {
    if (topic == null && folder == null) {
      throw new NotFoundException();
    }
  }

  /** Tells whether a request is of a page of a listed origin. */
  boolean isListed(HttpServerRequest request) {
    List<String> sent = request.headers().getAll(HttpHeaders.ORIGIN);
    return sent.size() == 1 && origins.contains(sent.get(0));
  }

  /** Throws a {@link ProblemException} for a request that is not taken, whatever its body is. */
  void admit(HttpServerRequest request) {
    if (!isListed(request)) {
      throw new ProblemException(
          Problem.of(
              Problem.ProblemKind.FORBIDDEN,
              "Profiles are taken from pages of the origins in symbolicator.ingest.origins only, and the header Origin names none of these."));
    }
    requireRate(
        ofAddresses, sender(request), "symbolicator.ingest.max-per-address", "one client address");
    requireRate(
        ofOrigins,
        request.getHeader(HttpHeaders.ORIGIN),
        "symbolicator.ingest.max-per-origin",
        "one origin");
  }

  private static void requireRate(Rates rates, String sender, String key, String whose) {
    Duration wait = rates.toWait(sender);
    if (!wait.isZero()) {
      throw new ProblemException(
          Problem.of(
                  Problem.ProblemKind.TOO_MANY_PROFILES,
                  "More profiles came of %s than are taken. Send fewer, or have the operator raise %s."
                      .formatted(whose, key))
              .withLimit(key)
              .withRetryAfter(wait));
    }
  }

  /**
   * Returns the client's address, or its network. Each proxy adds whom it serves at the end of the
   * header, and only what proxies of {@code symbolicator.http.proxies} added can be believed.
   */
  private String sender(HttpServerRequest request) {
    List<String> hosts = new ArrayList<>();
    for (String header : request.headers().getAll("X-Forwarded-For")) {
      hosts.addAll(List.of(header.split(",", -1)));
    }
    hosts.add(String.valueOf(request.remoteAddress().hostAddress()));
    byte[] nearest = null;
    for (int i = hosts.size() - 1; i >= 0; i--) {
      byte[] address = ProxyBlock.address(hosts.get(i).strip());
      if (address == null) {
        break;
      }
      nearest = address;
      if (proxies.stream().noneMatch(proxy -> proxy.contains(address))) {
        break;
      }
    }
    return nearest == null
        ? ""
        : HexFormat.of().formatHex(nearest, 0, Math.min(nearest.length, BYTES_OF_NETWORK));
  }

  MaxSize maxBodySize() {
    return new MaxSize(config.maxBodySize().asLongValue(), "symbolicator.ingest.max-body-size");
  }

  /**
   * Keeps a profile; not for an event loop. Fails with a {@link ProblemException} if it is none, or
   * cannot be kept.
   */
  CompletionStage<Void> keep(byte[] profile, RequestContext context, ByteBudget.Lease lease) {
    Symbolicator.Job job = symbolicator.read(profile, options, context);
    if (topic != null) {
      RejectedProfile rejected = symbolicator.rejection(job);
      if (rejected != null) {
        throw new ProblemException(Problems.of(rejected, lease));
      }
      return kept(topic.send(profile, context.scope()));
    }
    SegmentFolder segments = folder;
    if (segments == null) {
      throw new NotFoundException();
    }
    return symbolicator
        .symbolicate(job)
        .thenCompose(result -> kept(segments.append(lines(result, lease))));
  }

  /** Fails with a problem that says why a profile is not kept. */
  private static CompletionStage<Void> kept(CompletionStage<Void> keeping) {
    return keeping.exceptionallyCompose(
        failure -> {
          Throwable cause = Futures.cause(failure);
          if (cause instanceof ProblemException) {
            return CompletableFuture.failedFuture(cause);
          }
          boolean isFull = cause instanceof FullException;
          if (!isFull) {
            LOG.warnf("a page's profile could not be kept: %s", cause.toString());
          }
          Problem problem =
              Problem.of(
                      Problem.ProblemKind.NOT_KEPT,
                      isFull
                          ? "The folder for profiles is full. Have the operator take segments away, or raise symbolicator.sink.max-size."
                          : "The profile could not be kept. Send it again after as many seconds as Retry-After says.")
                  .withLimit(isFull ? "symbolicator.sink.max-size" : null);
          return CompletableFuture.failedFuture(
              new ProblemException(isFull ? problem.withRetryAfter(WAIT_WHILE_FULL) : problem));
        });
  }

  /** Returns the symbolicated profile in one line, or its rows in a line each. */
  private byte[] lines(SymbolicationResult result, ByteBudget.Lease lease) {
    Symbolicated symbolicated = Problems.symbolicatedOrProblem(result, lease);
    if (!lease.grow(COPIES * symbolicated.mostBytes())) {
      throw new ProblemException(Problems.noRoom(lease));
    }
    try {
      byte[] answer = symbolicated.toBytes();
      return rows == null ? inOneLine(answer) : answer;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * Makes one line of JSON that every reader takes: without line breaks, which are only between
   * tokens, without a byte order mark, and with U+FFFD for the halves of surrogate pairs, which
   * JavaScript's strings may have, and Unicode has not.
   */
  private static byte[] inOneLine(byte[] json) {
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    if (json.length >= BOM.length && Arrays.equals(json, 0, BOM.length, BOM, 0, BOM.length)) {
      Arrays.fill(line, 0, BOM.length, (byte) ' ');
    }
    for (int at = 0; at < json.length; at++) {
      if (line[at] == '\n' || line[at] == '\r') {
        line[at] = ' ';
      } else if (line[at] == '\\') {
        int unit = escaped(line, at);
        if (Character.isHighSurrogate((char) unit)
            && Character.isLowSurrogate((char) escaped(line, at + ESCAPE))) {
          at += 2 * ESCAPE - 1;
        } else if (Character.isSurrogate((char) unit)) {
          System.arraycopy(REPLACEMENT, 0, line, at, ESCAPE);
        } else {
          at++; // what is escaped may be a backslash
        }
      }
    }
    return line;
  }

  /** Returns the UTF-16 code unit of an escape with four hex digits; 0 if there is none here. */
  private static int escaped(byte[] json, int at) {
    return at + ESCAPE < json.length && json[at] == '\\' && json[at + 1] == 'u'
        ? HexFormat.fromHexDigits(new String(json, at + 2, ESCAPE - 2, US_ASCII))
        : 0;
  }
}
