package dev.symbolicator.start;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.script.ScriptPractice;
import dev.symbolicator.symbolication.ProfilePractice;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.HttpServerStart;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Runs the code of a symbolication when the service starts, so that the JVM has loaded and compiled
 * this code before a profile comes. Tests, development and commands start without a warm-up.
 */
@Readiness
@ApplicationScoped
class StartWarmUp implements AsyncHealthCheck {
  /** The longest delay of readiness, once the port is open. */
  private static final Duration BEFORE_READINESS = Duration.ofMillis(200);

  /** Makes a script of 12 KB and a map of 54 KB. */
  private static final int FEWEST_COPIES = 3;

  /** Makes a script of 96 KB and a map of 430 KB, whose table has entries of three bytes. */
  private static final int MOST_COPIES = 24;

  /**
   * After a compilation that took no longer, the next one may be twice as large. None is broken
   * off, so longer ones would compete longer with a request that comes meanwhile.
   */
  private static final Duration SHORT = Duration.ofMillis(15);

  private final boolean isServing;
  private final ProfilePractice profiles;
  private final ScriptPractice scripts;
  private final PracticeRequests requests;
  private final ByteBudget bytesInFlight;
  private final WarmUpThread thread;

  // The thread alone uses these.
  private boolean hasCompiled;
  private boolean hasLargeTable;
  private int copies = FEWEST_COPIES;

  StartWarmUp(
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean isServing,
      ProfilePractice profiles,
      ScriptPractice scripts,
      PracticeRequests requests,
      ByteBudget bytesInFlight) {
    this.isServing = isServing;
    this.profiles = profiles;
    this.scripts = scripts;
    this.requests = requests;
    this.bytesInFlight = bytesInFlight;
    thread =
        new WarmUpThread(this::first, this::next, requests::close, () -> bytesInFlight.used() > 0);
  }

  void begin(@Observes StartupEvent start) {
    if (isServing && LaunchMode.current() == LaunchMode.NORMAL) {
      thread.start();
    }
  }

  void opened(@ObservesAsync HttpServerStart start) throws IOException {
    if (start.options().getPort() > 0) { // else the system chose a port, as in tests
      requests.open(start.options().getHost(), start.options().getPort());
    }
    thread.delayReadiness(BEFORE_READINESS);
  }

  /**
   * If an earlier process left tables on disk, then profiles find theirs there too, and the time
   * before readiness is spent on requests. Else the first profile's scripts will be compiled.
   */
  private void first() throws IOException, InterruptedException {
    if (scripts.areKept() || compile()) {
      requests.prepare();
    }
  }

  /** Compiles the demo's script for the first time; returns false if the disk is not used. */
  private boolean compile() throws IOException {
    hasCompiled = true;
    PracticeRound round = new PracticeRound(DemoCopies.of(1), profiles, bytesInFlight);
    byte[] table = round.compile();
    byte[] unused = round.symbolicate(table);
    return scripts.keep(table);
  }

  /** Until the service is ready, requests gain more than compilations do. */
  private void next() throws IOException {
    boolean isReady = thread.isReady();
    if (isReady && !hasCompiled) {
      boolean unused = compile(); // The disk was used when the requests were prepared.
      return;
    }
    byte[] answer = requests.run(isReady);
    if (answer == null || isReady) {
      round(answer == null);
    }
  }

  private void round(boolean symbolicates) throws IOException {
    PracticeRound round = new PracticeRound(DemoCopies.of(copies), profiles, bytesInFlight);
    long start = System.nanoTime();
    byte[] table = round.compile();
    boolean isShort = System.nanoTime() - start < SHORT.toNanos();
    if (symbolicates) {
      byte[] unused = round.symbolicate(table);
    }
    if (copies == MOST_COPIES && !hasLargeTable) {
      hasLargeTable = true;
      boolean unused = scripts.keep(table); // Without a disk there are no requests either.
    }
    if (isShort && copies < MOST_COPIES) {
      copies *= 2;
    }
  }

  /** Tells whether the delay is over, and begins the delay if no plain port was opened before. */
  @Override
  public Uni<HealthCheckResponse> call() {
    thread.delayReadiness(BEFORE_READINESS);
    return Uni.createFrom()
        .item(HealthCheckResponse.named("warm-up").status(thread.isReady()).build());
  }

  @PreDestroy
  void stop() {
    thread.end();
  }
}
