package dev.symbolicator.symbolication;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.SummarisedProfile;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.symbolication.SymbolicationResult.BodyPlace;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.RejectionReason;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.SymbolicationResult.Timings;
import dev.symbolicator.symbols.RecentSymbols;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Symbolicates profiles: reads a profile, resolves its scripts in parallel, and maps its frames.
 */
@ApplicationScoped
public class Symbolicator {
  /** The copies of a report in memory: the object, the text being written, a buffer, the answer. */
  private static final int REPORT_COPIES = 4;

  /**
   * The most frames that an event loop looks up. One with a long name or source takes longer, so
   * the UTF-16 units of all names and sources have a limit too.
   */
  static final int MOST_FRAMES_NOW = 1024;

  private static final int MOST_TEXT_NOW = 1 << 18;

  /** The most bytes that an event loop adds to a profile. */
  private static final int MOST_ADDED_NOW = 1 << 18;

  private final ScriptLookUps resolver;
  private final ReportWriter reports;
  private final SymbolicationMetrics metrics;
  private final SymbolicationConfig config;
  private final RecentSymbols recentSymbols = new RecentSymbols();

  Symbolicator(
      ScriptLookUps resolver,
      ReportWriter reports,
      SymbolicationMetrics metrics,
      SymbolicationConfig config) {
    this.resolver = resolver;
    this.reports = reports;
    this.metrics = metrics;
    this.config = config;
  }

  /**
   * Symbolicates one profile. Reads the profile on the calling thread, which must not be an event
   * loop.
   *
   * @param body the profile, inflated; not changed, and needed until the result is written
   * @return a future that is done at the deadline at the latest, or when the work under way at that
   *     time ends; origins cannot delay this end
   */
  public CompletableFuture<SymbolicationResult> symbolicate(
      byte[] body, SymbolicationOptions options, RequestContext context) {
    long start = System.nanoTime();
    ProfileReading reading =
        ProfileReader.read(
            new ProfileBody(body, options.contentType(), options.keepsDebugMeta()),
            options.format(),
            ProfileLimits.DEFAULT,
            context.memory());
    Reshaping reshaping = Reshaping.of(reading, options, context);
    return resolved(reshaping, body.length, start, options, context);
  }

  /**
   * Symbolicates one small profile whose scripts are all in memory. Takes a time in proportion to
   * the body's size and waits for nothing, so an event loop may call this.
   *
   * @param body like that of {@link #symbolicate(byte[], SymbolicationOptions, RequestContext)}
   * @return null if any of this is not so; nothing was counted then
   */
  public @Nullable Symbolicated symbolicateNow(
      byte[] body, SymbolicationOptions options, RequestContext context) {
    if (!options.isPlain() || options.release() != null) {
      return null;
    }
    long start = System.nanoTime();
    Profile profile =
        ProfileReader.readTrace(
            new ProfileBody(body, options.contentType(), options.keepsDebugMeta()),
            ProfileLimits.DEFAULT,
            context.memory());
    if (profile == null || profile.frames().size() > MOST_FRAMES_NOW) {
      return null;
    }
    Duration readTime = since(start);
    FrameSymbols symbols = new FrameSymbols(profile, style(options), recentSymbols, MOST_TEXT_NOW);
    ResolvedScripts scripts = resolver.resolveNow(profile, symbols::lookUp, context);
    if (scripts == null || symbols.hasEndedEarly()) {
      return null;
    }
    Originals originals = symbols.originals();
    if (originals.addedBytes() > MOST_ADDED_NOW) {
      return null;
    }
    Reshaping unshaped = Reshaping.of(new ProfileReading.ReadProfile(profile), options, context);
    Timings timings = new Timings(readTime, since(start).minus(readTime));
    SymbolicationResult result =
        answer(body.length, profile, unshaped, scripts, originals, options, context, timings);
    if (!(result instanceof Symbolicated symbolicated)) {
      return null;
    }
    if (!context.isPractice()) {
      resolver.countNow(scripts.reports().size());
    }
    return symbolicated;
  }

  private static NameStyle style(SymbolicationOptions options) {
    return options.qualifiedNames() ? NameStyle.QUALIFIED : NameStyle.V8;
  }

  /**
   * Symbolicates one profile that may be larger than the memory. Reads the profile on the calling
   * thread, which must not be an event loop. The deadline begins when the profile is read.
   *
   * @param body the profile, inflated; needed until the result is written
   * @param scope the tenant
   * @param memory takes bytes from the budget of bytes in flight; false if too few are left
   * @return like {@link #symbolicate(byte[], SymbolicationOptions, RequestContext)}
   * @throws IOException if the body's bytes cannot be read
   */
  public CompletableFuture<SymbolicationResult> symbolicate(
      BodyBytes body,
      LargeFormat format,
      SymbolicationOptions options,
      String scope,
      LongPredicate memory)
      throws IOException {
    long start = System.nanoTime();
    ProfileReading reading = format.read(body, ProfileLimits.DEFAULT, memory);
    Deadline deadline = Deadline.in(config.deadline());
    RequestContext context = new RequestContext(scope, memory, deadline);
    Reshaping reshaping = Reshaping.of(reading, options, context);
    return resolved(reshaping, body.size(), start, options, context);
  }

  private CompletableFuture<SymbolicationResult> resolved(
      Reshaping reshaping,
      long bodySize,
      long start,
      SymbolicationOptions options,
      RequestContext context) {
    if (!(reshaping.reading() instanceof ProfileReading.ReadProfile read)) {
      return CompletableFuture.completedFuture(rejected(reshaping.reading()));
    }
    if (options.summary() && !(read.profile() instanceof SummarisedProfile)) {
      return CompletableFuture.completedFuture(withoutSummary(read.profile()));
    }
    Duration readTime = since(start);
    FrameSymbols symbols = new FrameSymbols(read.profile(), style(options), recentSymbols);
    return resolver
        .resolve(read.profile(), options.release(), symbols::lookUp, context)
        .thenApply(
            scripts ->
                answer(
                    bodySize,
                    read.profile(),
                    reshaping,
                    scripts,
                    symbols.originals(),
                    options,
                    context,
                    new Timings(readTime, since(start).minus(readTime))));
  }

  private SymbolicationResult answer(
      long bodySize,
      Profile profile,
      Reshaping reshaping,
      ResolvedScripts scripts,
      Originals originals,
      SymbolicationOptions options,
      RequestContext context,
      Timings timings) {
    if (!context.take(2 * originals.addedBytes())) { // in a buffer that doubles
      return outOfMemory();
    }
    SymbolicationReport report = scripts.report(profile, originals);
    metrics.count(report, context.isPractice() ? 0 : 1);
    List<SymbolicationReport.ScriptEntry> missing =
        options.rejectIncomplete() ? scripts.missing(profile.scripts()) : List.of();
    if (!missing.isEmpty()) {
      return context.take(REPORT_COPIES * SymbolicationReport.jsonBytes(missing))
          ? new Incomplete(report, missing, scripts.retryAfter())
          : outOfMemory();
    }
    if (options.report() && !context.take(REPORT_COPIES * report.jsonBytes())) {
      return outOfMemory();
    }
    byte[] reportJson = options.report() ? reports.write(report) : null;
    if (options.summary() && profile instanceof SummarisedProfile summarised) {
      return summary(profile, summarised, report, reportJson, originals, timings);
    }
    ReshapedAnswer answer =
        new ReshapedAnswer(profile, reshaping, originals, report, reportJson, timings);
    if (reshaping.timeline() != null) {
      return answer.exported(reshaping.timeline(), options, context);
    }
    long mostBytes =
        bodySize + originals.addedBytes() + (reportJson == null ? 0 : reportJson.length);
    return reshaping.reduction() == null
        ? answer.whole(mostBytes)
        : answer.pruned(mostBytes, context);
  }

  private static SymbolicationResult summary(
      Profile profile,
      SummarisedProfile summarised,
      SymbolicationReport report,
      byte @Nullable [] reportJson,
      Originals originals,
      Timings timings) {
    byte[] summary;
    try {
      summary = summarised.summary(frame -> originals.get(frame.index()), reportJson);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return summary == null
        ? outOfMemory()
        : new Symbolicated(
            profile.format(),
            "application/json",
            summary.length,
            report,
            timings,
            out -> out.write(summary));
  }

  private static RejectedProfile withoutSummary(Profile profile) {
    return new RejectedProfile(
        RejectionReason.NOT_AVAILABLE,
        "Only heap snapshots have a summary, and the body is of the format %s. Send the profile without the parameter summary."
            .formatted(profile.format()),
        new BodyPlace(-1, null, null));
  }

  private static RejectedProfile rejected(ProfileReading reading) {
    if (reading instanceof ProfileReading.NotJson notJson) {
      return new RejectedProfile(
          RejectionReason.NOT_JSON,
          notJson.detail() + " " + notJson.advice(),
          new BodyPlace(notJson.byteOffset(), null, null));
    }
    if (reading instanceof ProfileReading.Invalid invalid) {
      return new RejectedProfile(
          RejectionReason.NOT_A_PROFILE,
          invalid.detail(),
          new BodyPlace(invalid.byteOffset(), invalid.pointer(), null));
    }
    if (reading instanceof ProfileReading.Unavailable unavailable) {
      return new RejectedProfile(
          unavailable.isTooCoarse() ? RejectionReason.TOO_COARSE : RejectionReason.NOT_AVAILABLE,
          unavailable.detail(),
          new BodyPlace(-1, null, null));
    }
    if (reading instanceof ProfileReading.OutOfMemory) {
      return outOfMemory();
    }
    ProfileReading.LimitExceeded exceeded = (ProfileReading.LimitExceeded) reading;
    return new RejectedProfile(
        RejectionReason.LIMIT,
        "The profile passes the fixed limit %s, which is %d. Send a smaller profile."
            .formatted(exceeded.limitName(), exceeded.limit()),
        new BodyPlace(exceeded.byteOffset(), null, exceeded.limitName()));
  }

  static RejectedProfile outOfMemory() {
    return new RejectedProfile(
        RejectionReason.OUT_OF_MEMORY,
        "There is not enough memory for the profile. Send the profile again later.",
        new BodyPlace(-1, null, null));
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
