package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReader;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.script.ScriptConfig;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.Place;
import dev.symbolicator.symbolication.SymbolicationResult.Reason;
import dev.symbolicator.symbolication.SymbolicationResult.Rejected;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.SymbolicationResult.Timings;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;

/** Symbolicates profiles: reads one, resolves its scripts in parallel, and gives it back mapped. */
@ApplicationScoped
public class Symbolicator {
  /** While it is written, by itself, in the answer's buffer and in the answer. */
  private static final int REPORT_COPIES = 4;

  private final ScriptResolver resolver;
  private final ReportWriter reports;
  private final SymbolicationMetrics metrics;
  private final ProfileLimits limits;
  private final Duration failuresTimeToLive;
  private final Duration minFresh;

  Symbolicator(
      ScriptResolver resolver,
      ReportWriter reports,
      SymbolicationMetrics metrics,
      SymbolicationConfig config,
      ScriptConfig scripts) {
    this.resolver = resolver;
    this.reports = reports;
    this.metrics = metrics;
    failuresTimeToLive = scripts.failuresTimeToLive();
    minFresh = scripts.minFresh();
    limits =
        new ProfileLimits(
            config.maxNesting(),
            config.maxFrames(),
            config.maxResources(),
            config.maxStringLength());
  }

  /**
   * Symbolicates one profile. Reads it on the calling thread, which must not be an event loop.
   *
   * @param body the profile, inflated; not changed, and needed until the result is written
   * @param memory takes a number of bytes more from the budget of bytes in flight, false if they
   *     are not to be had
   * @param deadline when to wait for scripts and maps no longer
   * @return completes at the deadline at the latest, whatever origins do, save for the work that is
   *     then under way
   */
  public CompletableFuture<SymbolicationResult> symbolicate(
      byte[] body, SymbolicationOptions options, LongPredicate memory, Deadline deadline) {
    long start = System.nanoTime();
    ProfileReading reading = ProfileReader.read(body, limits, memory);
    if (!(reading instanceof ProfileReading.Read read)) {
      return CompletableFuture.completedFuture(rejected(reading));
    }
    Duration readTime = since(start);
    FrameSymbols symbols =
        new FrameSymbols(
            read.profile(), options.qualifiedNames() ? NameStyle.QUALIFIED : NameStyle.V8);
    return resolver
        .resolve(read.profile(), symbols::lookUp, memory, deadline)
        .thenApply(
            scripts ->
                answer(
                    read.profile(),
                    scripts,
                    symbols.originals(),
                    options,
                    memory,
                    new Timings(readTime, since(start).minus(readTime))));
  }

  private SymbolicationResult answer(
      Profile profile,
      ResolvedScripts scripts,
      Originals originals,
      SymbolicationOptions options,
      LongPredicate memory,
      Timings timings) {
    if (!memory.test(2 * originals.addedBytes())) { // in a buffer that doubles
      return outOfMemory();
    }
    SymbolicationReport report = scripts.report(profile.scripts(), originals);
    metrics.count(report);
    List<SymbolicationReport.Script> missing =
        options.rejectIncomplete() ? scripts.missing(profile.scripts()) : List.of();
    if (!missing.isEmpty()) {
      return memory.test(REPORT_COPIES * SymbolicationReport.jsonBytes(missing))
          ? new Incomplete(report, missing, retryAfter(scripts))
          : outOfMemory();
    }
    if (options.report() && !memory.test(REPORT_COPIES * report.jsonBytes())) {
      return outOfMemory();
    }
    byte[] reportJson = options.report() ? reports.write(report) : null;
    return new Symbolicated(
        profile.format(),
        report,
        timings,
        out -> profile.write(frame -> originals.get(frame.index()), reportJson, out));
  }

  /** Sources are not asked for again sooner than scripts are. */
  private Duration retryAfter(ResolvedScripts scripts) {
    Duration failures = scripts.retryAfter(failuresTimeToLive);
    return scripts.lackSources() && minFresh.compareTo(failures) > 0 ? minFresh : failures;
  }

  private static Rejected rejected(ProfileReading reading) {
    if (reading instanceof ProfileReading.NotJson notJson) {
      return new Rejected(
          Reason.NOT_JSON, notJson.detail(), new Place(notJson.byteOffset(), null, null));
    }
    if (reading instanceof ProfileReading.Invalid invalid) {
      return new Rejected(
          Reason.NOT_A_PROFILE,
          invalid.detail(),
          new Place(invalid.byteOffset(), invalid.pointer(), null));
    }
    if (reading instanceof ProfileReading.OutOfMemory) {
      return outOfMemory();
    }
    ProfileReading.LimitExceeded exceeded = (ProfileReading.LimitExceeded) reading;
    String key = "symbolicator.symbolication." + exceeded.limitName();
    return new Rejected(
        Reason.LIMIT,
        "The profile passes the limit of " + exceeded.limit() + " set by " + key + ".",
        new Place(exceeded.byteOffset(), null, key));
  }

  private static Rejected outOfMemory() {
    return new Rejected(
        Reason.OUT_OF_MEMORY, "There is no memory for it.", new Place(-1, null, null));
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
