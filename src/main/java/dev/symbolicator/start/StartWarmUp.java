package dev.symbolicator.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Objects;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Symbolicates the demo's trace repeatedly at the start, so that code is loaded and compiled,
 * without fetching, storing or counting. Readiness waits, not long; tests, development and commands
 * do not.
 */
@Readiness
@ApplicationScoped
class StartWarmUp implements HealthCheck {
  private static final Logger LOG = Logger.getLogger(StartWarmUp.class);

  private static final int ROUNDS = 50;

  /** One of so many rounds compiles the script. */
  private static final int ROUNDS_PER_COMPILATION = 10;

  /** Makes a script of 12 KB and a map of 54 KB. */
  private static final int COPIES = 3;

  /** The longest delay of readiness. Before the port is open, nobody waits. */
  private static final Duration LONGEST = Duration.ofMillis(400);

  private static final WebUrl BASE = Objects.requireNonNull(WebUrl.parse("profile:///"));
  private static final int MAX_NAME_LENGTH = 1024;

  private final boolean isServing;
  private final Symbolicator symbolicator;
  private final ByteBudget bytesInFlight;
  private final Thread thread = new Thread(this::run, "warm-up");
  private volatile long begun;
  private volatile boolean isEnding;

  StartWarmUp(
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean isServing,
      Symbolicator symbolicator,
      ByteBudget bytesInFlight) {
    this.isServing = isServing;
    this.symbolicator = symbolicator;
    this.bytesInFlight = bytesInFlight;
    thread.setDaemon(true);
    thread.setContextClassLoader(StartWarmUp.class.getClassLoader());
  }

  void begin(@Observes StartupEvent start) {
    if (isServing && LaunchMode.current() == LaunchMode.NORMAL) {
      begun = System.nanoTime();
      thread.start();
    }
  }

  /** Tells whether the warm-up has ended, or has taken too long already. */
  @Override
  public HealthCheckResponse call() {
    boolean isReady = !thread.isAlive() || System.nanoTime() - begun >= LONGEST.toNanos();
    return HealthCheckResponse.named("warm-up").status(isReady).build();
  }

  @PreDestroy
  void stop() {
    isEnding = true;
  }

  private void run() {
    try {
      DemoCopies files = DemoCopies.of(COPIES);
      SymbolTable table = compile(files);
      for (int round = 1; round <= ROUNDS && !isEnding; round++) {
        symbolicate(files, table, OutputStream.nullOutputStream());
        if (round % ROUNDS_PER_COMPILATION == 0) {
          table = compile(files);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the warm-up failed, so the first profiles will be slower", e);
    }
  }

  /** Compiles the demo's script. The memory is charged until the table is compiled. */
  SymbolTable compile(DemoCopies files) {
    try (ByteBudget.Lease lease = bytesInFlight.open();
        Allowance allowance = Allowance.of(lease)) {
      byte[] map = files.map().getBytes(UTF_8);
      if (SourceMapReader.read(map, ReadOptions.lenient(BASE), allowance)
              instanceof SourceMapReading.Read read
          && SymbolTable.compile(input(files, read, allowance), MAX_NAME_LENGTH, allowance)
              instanceof SymbolCompilation.Compiled compiled) {
        return compiled.symbols();
      }
    }
    throw new IllegalStateException("The demo's script cannot be compiled with its map.");
  }

  private static SymbolInput input(
      DemoCopies files, SourceMapReading.Read read, Allowance allowance) {
    return new SymbolInput(
        files.script(),
        read.map(),
        FunctionNames.of(read, allowance),
        source -> read.texts().content(source, allowance));
  }

  void symbolicate(DemoCopies files, SymbolTable table, OutputStream out) throws IOException {
    SymbolicationOptions options =
        new SymbolicationOptions(true, false, false, null, false, "application/json", null, false);
    RequestContext context =
        new RequestContext("", Allowance.unlimited(), Deadline.in(Duration.ofMinutes(1)));
    byte[] trace = files.trace().getBytes(UTF_8);
    symbolicator.rehearse(symbolicator.read(trace, options, context), table).profile().writeTo(out);
  }
}
