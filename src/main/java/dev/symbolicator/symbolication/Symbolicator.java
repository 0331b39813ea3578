package dev.symbolicator.symbolication;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.config.IdentityConfig;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.AnnotatedProfile;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.SummarisedProfile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.profile.formats.ProfileReader.LargeProfileReader;
import dev.symbolicator.profile.json.FunctionColumns;
import dev.symbolicator.profile.multipart.ProfileForm;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbolication.FrameSymbols.BaseChoice;
import dev.symbolicator.symbolication.FrameSymbols.BaseChoice.ChosenReading;
import dev.symbolicator.symbolication.Reshaping.ReshapedAnswer;
import dev.symbolicator.symbolication.SymbolicationReport.ResolvedScripts;
import dev.symbolicator.symbolication.SymbolicationResult.BodyPlace;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.RejectionReason;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.SymbolicationResult.Timings;
import dev.symbolicator.symbols.FunctionIdentity;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.SymbolTable;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a profile, resolves its scripts in parallel, and maps its frames. */
@Singleton
public class Symbolicator {
  /** The copies of a report in memory: the object, the text being written, a buffer, the answer. */
  private static final int REPORT_COPIES = 4;

  /** The most frames that an event loop looks up, in milliseconds even for hostile maps. */
  static final int MOST_FRAMES_NOW = 1024;

  private final ScriptResolver resolver;
  private final ObjectMapper json;
  private final SymbolicationMetrics metrics;
  private final SymbolicationConfig config;
  private final IdentityConfig identity;
  private final RecentSymbols recentSymbols = new RecentSymbols();

  Symbolicator(
      ScriptResolver resolver,
      ObjectMapper json,
      SymbolicationMetrics metrics,
      SymbolicationConfig config,
      IdentityConfig identity) {
    this.resolver = resolver;
    this.json = json;
    this.metrics = metrics;
    this.config = config;
    this.identity = identity;
  }

  /**
   * A profile that was read but not looked up, the maps that came beside it, and {@link
   * System#nanoTime} at its begin.
   */
  public record Job(
      Reshaping reshaping,
      List<MapPart> maps,
      long size,
      SymbolicationOptions options,
      RequestContext context,
      long start,
      Duration readTime) {

    private @Nullable Profile profile() {
      return reshaping.reading() instanceof ProfileReading.ReadProfile read ? read.profile() : null;
    }

    private NameStyle style() {
      return options.qualifiedNames() ? NameStyle.QUALIFIED : NameStyle.V8;
    }

    private Timings timings() {
      return new Timings(readTime, since(start).minus(readTime));
    }
  }

  /**
   * Reads an inflated body, a profile or a {@link ProfileForm}. The body must not change until the
   * result is written. Not for an event loop, unless {@link #readsQuickly} holds.
   */
  public Job read(byte[] body, SymbolicationOptions options, RequestContext context) {
    long start = System.nanoTime();
    ProfileForm form =
        ProfileForm.of(
            new ProfileBody(body, options.contentType(), options.keepsDebugMeta()),
            context.memory());
    ProfileReading problem = form.problem();
    ProfileReading reading =
        problem != null
            ? problem
            : ProfileReader.read(
                form.profile(), options.format(), ProfileLimits.DEFAULT, context.memory());
    return job(reading, form.maps(), form.profile().bytes().length, options, context, start);
  }

  /** Returns whether reading is quick: the format is a small one, and no option asks for more. */
  public static boolean readsQuickly(byte[] body, SymbolicationOptions options) {
    return options.isPlain() && ProfileReader.largeFormat(body) == null;
  }

  /** Returns whether an event loop may do a job: few frames, and all scripts fresh in memory. */
  public boolean isQuick(Job job) {
    Profile profile = job.profile();
    return profile == null
        || (job.maps().isEmpty()
            && profile.frames().size() <= MOST_FRAMES_NOW
            && resolver.knows(profile, job.options().builds(), job.context()));
  }

  /** Returns why the body of a job is no profile; null if it is one. */
  public @Nullable RejectedProfile rejection(Job job) {
    return job.profile() == null ? rejected(job.reshaping().reading()) : null;
  }

  public CompletableFuture<SymbolicationResult> symbolicate(
      byte[] body, SymbolicationOptions options, RequestContext context) {
    return symbolicate(read(body, options, context));
  }

  /**
   * Reads one profile that may be larger than the memory on the calling thread, which must not be
   * an event loop, and does the job. The deadline begins when the profile is read.
   *
   * @param body the profile, inflated; needed until the result is written
   * @param scope the tenant
   * @return like {@link #symbolicate(Job)}
   * @throws IOException if the body's bytes cannot be read
   */
  public CompletableFuture<SymbolicationResult> symbolicate(
      BodyBytes body,
      LargeFormat format,
      SymbolicationOptions options,
      String scope,
      Allowance memory)
      throws IOException {
    long start = System.nanoTime();
    ProfileReading reading = ProfileReader.read(format, body, ProfileLimits.DEFAULT, memory);
    RequestContext context = new RequestContext(scope, memory, Deadline.in(config.deadline()));
    return symbolicate(job(reading, List.of(), body.size(), options, context, start));
  }

  private static Job job(
      ProfileReading reading,
      List<MapPart> maps,
      long size,
      SymbolicationOptions options,
      RequestContext context,
      long start) {
    Reshaping reshaping = Reshaping.of(reading, options, context.memory());
    return new Job(reshaping, maps, size, options, context, start, since(start));
  }

  /**
   * Looks up the scripts and maps the frames: complete on return if all scripts are known, as for a
   * {@link #isQuick} job, else on a worker thread, at the deadline at the latest.
   */
  public CompletableFuture<SymbolicationResult> symbolicate(Job job) {
    Profile profile = job.profile();
    if (profile == null) {
      return CompletableFuture.completedFuture(rejected(job.reshaping().reading()));
    }
    if (job.options().summary() && !(profile instanceof SummarisedProfile)) {
      return CompletableFuture.completedFuture(withoutSummary(profile));
    }
    if (!job.maps().isEmpty() && LargeProfileReader.names().contains(profile.format())) {
      return CompletableFuture.completedFuture(withoutMaps(profile));
    }
    List<Profile> readings = profile.readings();
    Profile positioned = readings.isEmpty() ? profile : readings.get(0);
    if (!job.context().take(SentMaps.memory(job.maps(), positioned))) {
      return CompletableFuture.completedFuture(outOfMemory());
    }
    SentMaps maps = SentMaps.match(job.maps(), positioned, job.options().builds());
    String refusal = maps.refusal();
    if (refusal != null) {
      return CompletableFuture.completedFuture(
          new RejectedProfile(
              RejectionReason.AMBIGUOUS_MAPS, refusal, new BodyPlace(-1, null, null)));
    }
    if (!readings.isEmpty()) {
      return chosen(profile, readings, maps, job);
    }
    FrameSymbols symbols = new FrameSymbols(profile, job.style(), recentSymbols, annotation(job));
    return resolver
        .resolve(profile, job.options().builds(), maps, symbols::lookUp, job.context())
        .thenApply(scripts -> counted(job, profile, maps, scripts, symbols.originals()));
  }

  /** Returns how identities are written; null if they are not asked for. */
  private @Nullable Function<FunctionIdentity, FrameIdentity> annotation(Job job) {
    return !job.options().annotate() && job.reshaping().rowHead() == null
        ? null
        : function ->
            new FrameIdentity(
                function.id(),
                function.packageName(),
                function.writtenPath(),
                function.writtenOrigin(),
                function.role(identity.literals()),
                function.qualified(),
                function.version(),
                function.writtenStability());
  }

  /** Resolves a profile that does not tell from which number its lines count. */
  private CompletableFuture<SymbolicationResult> chosen(
      Profile profile, List<Profile> readings, SentMaps maps, Job job) {
    Function<Profile, FrameSymbols> lookUp =
        reading -> new FrameSymbols(reading, job.style(), recentSymbols);
    BaseChoice choice = new BaseChoice(readings, lookUp);
    return resolver
        .resolve(readings.get(0), job.options().builds(), maps, choice, job.context())
        .thenApply(
            scripts -> {
              ChosenReading chosen = choice.chosen();
              return chosen == null
                  ? counted(job, profile, maps, scripts, lookUp.apply(profile).originals())
                  : counted(job, chosen.profile(), maps, scripts, chosen.symbols().originals());
            });
  }

  private SymbolicationResult counted(
      Job job, Profile profile, SentMaps maps, ResolvedScripts scripts, Originals originals) {
    SymbolicationReport report = scripts.report(profile, originals).withNotes(maps.notes());
    metrics.count(report);
    try {
      return answer(job, profile, scripts, report, originals);
    } catch (Allowance.Exceeded exceeded) {
      return outOfMemory();
    }
  }

  /** Does a job with one table for all scripts and counts nothing, so that the code is warm. */
  public Symbolicated rehearse(Job job, SymbolTable table) {
    Profile profile = job.profile();
    if (profile == null) {
      throw new IllegalArgumentException("The body is not a profile.");
    }
    ScriptReport report =
        new ScriptReport(ScriptStatus.FOUND, null, "The source map was read.", Duration.ZERO);
    FrameSymbols symbols = new FrameSymbols(profile, job.style(), new RecentSymbols());
    Map<Integer, ScriptReport> reports = new LinkedHashMap<>();
    for (int script = 0; script < profile.scripts().size(); script++) {
      reports.put(script, symbols.lookUp(script, new Found(table, report, false)));
    }
    ResolvedScripts scripts = new ResolvedScripts(reports);
    Originals originals = symbols.originals();
    SymbolicationReport shown = scripts.report(profile, originals);
    if (!(answer(job, profile, scripts, shown, originals) instanceof Symbolicated symbolicated)) {
      throw new IllegalArgumentException("The profile cannot be answered.");
    }
    return symbolicated;
  }

  private SymbolicationResult answer(
      Job job,
      Profile profile,
      ResolvedScripts scripts,
      SymbolicationReport report,
      Originals originals) {
    SymbolicationOptions options = job.options();
    Reshaping reshaping = job.reshaping();
    Timings timings = job.timings();
    Allowance memory = job.context().memory();
    memory.take(2 * originals.addedBytes()); // in a buffer that doubles
    List<SymbolicationReport.ScriptEntry> missing =
        options.rejectIncomplete() ? scripts.missing(profile.scripts()) : List.of();
    if (!missing.isEmpty()) {
      memory.take(REPORT_COPIES * SymbolicationReport.jsonBytes(missing));
      return new Incomplete(report, missing, scripts.retryAfter());
    }
    byte[] reportJson = null;
    if (options.report()) {
      memory.take(REPORT_COPIES * report.jsonBytes());
      reportJson = json(report);
    }
    if (options.summary() && profile instanceof SummarisedProfile summarised) {
      return summary(profile, summarised, report, reportJson, originals, timings);
    }
    byte[] functionsJson = null;
    if (options.annotate()
        && options.output() == null
        && profile instanceof AnnotatedProfile annotated) {
      functionsJson = functionsJson(annotated, originals, memory);
    }
    ReshapedAnswer answer =
        new ReshapedAnswer(
            profile, reshaping, originals, report, reportJson, functionsJson, timings);
    long mostBytes =
        job.size() + originals.addedBytes() + length(reportJson) + length(functionsJson);
    if (reshaping.timeline() != null) {
      return answer.interpreted(reshaping.timeline(), mostBytes, options, memory);
    }
    return reshaping.reduction() == null
        ? answer.whole(mostBytes)
        : answer.pruned(mostBytes, memory);
  }

  private static byte[] functionsJson(
      AnnotatedProfile profile, Originals originals, Allowance memory) {
    FunctionColumns columns = new FunctionColumns(profile.entries(), memory);
    for (ProfileFrame frame : profile.frames()) {
      FrameIdentity function = originals.identity(frame);
      int entry = profile.entry(frame);
      if (function != null && entry >= 0) {
        columns.put(entry, function);
      }
    }
    return columns.json();
  }

  private static long length(byte @Nullable [] json) {
    return json == null ? 0 : json.length;
  }

  private byte[] json(SymbolicationReport report) {
    try {
      return json.writeValueAsBytes(report);
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
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
    return new Symbolicated(
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

  private static RejectedProfile withoutMaps(Profile profile) {
    return new RejectedProfile(
        RejectionReason.NOT_AVAILABLE,
        "Source maps can be sent with small profiles only, and the part `profile` is of the format %s. Use the command line with --maps, or send the profile without maps."
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
        "The profile passes the fixed limit %s, which is %d. %s"
            .formatted(
                exceeded.limitName(),
                exceeded.limit(),
                exceeded.limitName().equals(ProfileForm.MAX_MAPS_NAME)
                    ? "Send only the maps of the profile's scripts."
                    : "Send a smaller profile."),
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

  @ConfigMapping(prefix = "symbolicator.symbolication")
  public interface SymbolicationConfig {

    /** Returns how long scripts are waited for after the body has arrived. */
    @WithDefault("10S")
    @WithConverter(PositiveDuration.class)
    Duration deadline();

    /** Returns how many distinct scripts of one profile are looked for; others are skipped. */
    @WithDefault("200")
    @WithConverter(AtLeastOne.class)
    int maxScripts();

    /** Returns how many distinct origins a profile's scripts may have; others are skipped. */
    @WithDefault("20")
    @WithConverter(AtLeastOne.class)
    int maxOrigins();
  }

  /**
   * The tenant of one request, and the memory and the time that the request may use.
   *
   * @param scope the tenant: lower-case letters, digits and hyphens
   * @param memory charged to the budget of bytes in flight
   * @param deadline the time after which the request waits no longer
   */
  public record RequestContext(String scope, Allowance memory, Deadline deadline) {

    boolean take(long bytes) {
      try {
        memory.take(bytes);
        return true;
      } catch (Allowance.Exceeded exceeded) {
        return false;
      }
    }
  }

  /** The time until which a request waits, counted from the arrival of its body. */
  public record Deadline(long nanoTime) {

    public static Deadline in(Duration time) {
      return new Deadline(System.nanoTime() + time.toNanos());
    }

    Duration left() {
      return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }

    public boolean isOver() {
      return left().isZero();
    }
  }

  /** Counts outcomes. Tags come from closed lists, so all counters are there from the start. */
  @Singleton
  static class SymbolicationMetrics {
    private final Counter mapped;
    private final Counter unmapped;

    private final Map<String, Counter> scripts = new HashMap<>();

    SymbolicationMetrics(MeterRegistry metrics) {
      mapped = frames(metrics, "mapped");
      unmapped = frames(metrics, "unmapped");
      for (ScriptStatus status : ScriptStatus.values()) {
        scripts.put(status.label(), scripts(metrics, status.label()));
      }
    }

    private static Counter frames(MeterRegistry metrics, String outcome) {
      return Counter.builder("symbolicator.frames")
          .description("Frames that have a script, by whether their original position was found")
          .tag("outcome", outcome)
          .register(metrics);
    }

    private static Counter scripts(MeterRegistry metrics, String outcome) {
      return Counter.builder("symbolicator.scripts")
          .description("Scripts of profiles, by the status that reports give them")
          .tag("outcome", outcome)
          .register(metrics);
    }

    void count(SymbolicationReport report) {
      mapped.increment(report.mapped());
      unmapped.increment(report.total() - report.mapped());
      for (SymbolicationReport.ScriptEntry script : report.scripts()) {
        Objects.requireNonNull(scripts.get(script.status())).increment();
      }
    }
  }
}
