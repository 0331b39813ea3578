package dev.symbolicator.export;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A profile that is ready to be written in the format of another tool. */
public interface Export {
  long mostBytes();

  /** Writes the export; flushes the stream and does not close it. */
  void writeTo(OutputStream out) throws IOException;

  /**
   * Prepares an export of a timeline.
   *
   * @param answers like in {@link Profile#write}
   * @param identities which functions frames are; null if that is not asked for, and for formats
   *     without room
   * @param report serialised JSON that becomes the member {@code symbolication} of an export in
   *     JSON; null for none. Other formats have no room for a report.
   * @throws Allowance.Exceeded if too little memory is left
   */
  static Export of(
      ExportFormat format,
      ReadTimeline reading,
      Profile profile,
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      @Nullable Function<ProfileFrame, @Nullable FrameIdentity> identities,
      byte @Nullable [] report,
      Allowance memory) {
    ShownProfile shown = new ShownProfile(reading.timeline(), profile, answers, identities, memory);
    byte[] symbolication = report == null ? new byte[0] : report;
    return switch (format) {
      case CPUPROFILE -> new CpuProfileExport(shown, symbolication);
      case SPEEDSCOPE -> new SpeedscopeExport(shown, symbolication);
      case PPROF -> new PprofExport(shown, reading.timeOrigin());
      case COLLAPSED -> new CollapsedExport(shown);
      case FIREFOX -> new FirefoxExport(shown, reading.timeOrigin(), symbolication);
    };
  }

  /**
   * Prepares an export of weights without an order in time.
   *
   * @param format one that {@link ExportFormat#hasWeights}
   * @throws Allowance.Exceeded if too little memory is left
   */
  static Export ofSum(ExportFormat format, WeightedProfile sum) {
    return switch (format) {
      case SPEEDSCOPE -> new SpeedscopeExport(sum, new byte[0]);
      case PPROF -> new PprofExport(sum, null);
      case COLLAPSED -> new CollapsedExport(sum);
      case CPUPROFILE, FIREFOX ->
          throw new IllegalArgumentException(format + " is made of samples in time.");
    };
  }

  /** The formats of exports. */
  public enum ExportFormat {
    /** V8's CPU profile: DevTools, VS Code, speedscope, Firefox Profiler, cpupro. */
    CPUPROFILE("cpuprofile", "application/json", "profile.cpuprofile"),
    /** Speedscope's own format, sampled. */
    SPEEDSCOPE("speedscope", "application/json", "profile.speedscope.json"),
    /** The gzip of a protobuf: Pyroscope, Parca, Grafana, go tool pprof, Perfetto. */
    PPROF("pprof", "application/octet-stream", "profile.pb.gz"),
    /** A line for each stack: flamegraph.pl, inferno, speedscope, Perfetto. */
    COLLAPSED("collapsed", "text/plain;charset=utf-8", "profile.collapsed.txt"),
    /** Firefox's processed profile: profiler.firefox.com, samply. */
    FIREFOX("firefox", "application/json", "profile.firefox.json");

    private final String label;
    private final String mediaType;
    private final String fileName;

    ExportFormat(String label, String mediaType, String fileName) {
      this.label = label;
      this.mediaType = mediaType;
      this.fileName = fileName;
    }

    public static List<String> labels() {
      return Arrays.stream(values()).map(ExportFormat::label).toList();
    }

    public static @Nullable ExportFormat named(String label) {
      return Arrays.stream(values())
          .filter(format -> format.label.equals(label))
          .findFirst()
          .orElse(null);
    }

    public String label() {
      return label;
    }

    public String mediaType() {
      return mediaType;
    }

    public String fileName() {
      return fileName;
    }

    public boolean isCompressed() {
      return this == PPROF;
    }

    /** Tells whether the format holds the weights of stacks, which need not be samples in time. */
    public boolean hasWeights() {
      return this == SPEEDSCOPE || this == PPROF || this == COLLAPSED;
    }
  }

  /**
   * Limits the bytes of an export before compression: 774 KB of deep stacks would become 156 MB in
   * speedscope's format.
   */
  public record ExportLimits(long maxExportSize) {
    public static final ExportLimits DEFAULT = new ExportLimits(64 << 20);

    public static final String MAX_EXPORT_SIZE = "max-export-size";
  }
}
