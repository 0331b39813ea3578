package dev.symbolicator.start;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.ProfilePractice;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.vertx.http.HttpServerStart;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import java.io.IOException;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Runs the code of a symbolication when the service starts, so that the JVM has loaded and compiled
 * this code before a profile comes. Tests, development and commands start without a warm-up.
 */
@Readiness
@ApplicationScoped
class StartWarmUp implements HealthCheck {
  /** The longest delay of readiness, once the port is open. */
  private static final Duration BEFORE_READINESS = Duration.ofMillis(200);

  /**
   * Makes a script of 12 KB, a map of 54 KB and a trace of 18 KB. A round is not broken off, so
   * larger rounds would compete longer with a request that comes meanwhile.
   */
  private static final int COPIES = 3;

  private final boolean isServing;
  private final ProfilePractice profiles;
  private final LookUpPractice lookUps;
  private final PracticeRequests requests;
  private final ByteBudget bytesInFlight;
  private final WarmUpThread thread;

  StartWarmUp(
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean isServing,
      ProfilePractice profiles,
      LookUpPractice lookUps,
      PracticeRequests requests,
      ByteBudget bytesInFlight) {
    this.isServing = isServing;
    this.profiles = profiles;
    this.lookUps = lookUps;
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

  private void first() throws IOException {
    PracticeRound round = new PracticeRound(DemoCopies.of(1), profiles, bytesInFlight);
    byte[] table = round.compile();
    byte[] unused = round.symbolicate(table);
    lookUps.run();
    requests.prepare(table);
  }

  /** Until the service is ready, requests gain more than rounds do. */
  private void next() throws IOException {
    boolean isReady = thread.isReady();
    byte[] answer = requests.run(isReady);
    if (answer == null || isReady) {
      new PracticeRound(DemoCopies.of(COPIES), profiles, bytesInFlight).run();
    }
  }

  /** Tells whether the delay is over, and begins the delay if no plain port was opened before. */
  @Override
  public HealthCheckResponse call() {
    thread.delayReadiness(BEFORE_READINESS);
    return HealthCheckResponse.named("warm-up").status(thread.isReady()).build();
  }

  @PreDestroy
  void stop() {
    thread.end();
  }
}
