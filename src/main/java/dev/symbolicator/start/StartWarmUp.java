package dev.symbolicator.start;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.ProfilePractice;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Runs the code of a symbolication when the service starts, so that the JVM has loaded and compiled
 * this code before a profile comes. Tests, development and commands start without a warm-up.
 */
@ApplicationScoped
class StartWarmUp {
  /** The longest delay of readiness. */
  private static final Duration BEFORE_READINESS = Duration.ofMillis(200);

  /**
   * Makes a script of 12 KB, a map of 54 KB and a trace of 18 KB. A round is not broken off, so
   * larger rounds would compete longer with a request that comes meanwhile.
   */
  private static final int COPIES = 3;

  private final boolean isServing;
  private final WarmUpThread thread;

  StartWarmUp(
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean isServing,
      ProfilePractice profiles,
      LookUpPractice lookUps,
      ByteBudget bytesInFlight) {
    this.isServing = isServing;
    thread =
        new WarmUpThread(
            () -> {
              new PracticeRound(DemoCopies.of(1), profiles, bytesInFlight).run();
              lookUps.run();
            },
            () -> new PracticeRound(DemoCopies.of(COPIES), profiles, bytesInFlight).run(),
            () -> bytesInFlight.used() > 0);
  }

  void begin(@Observes StartupEvent start) {
    if (isServing && LaunchMode.current() == LaunchMode.NORMAL) {
      thread.start();
      thread.delayReadiness(BEFORE_READINESS);
    }
  }

  @PreDestroy
  void stop() {
    thread.end();
  }
}
