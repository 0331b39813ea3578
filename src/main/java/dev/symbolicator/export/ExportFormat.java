package dev.symbolicator.export;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** Returns the names of all formats. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(ExportFormat::label).toList();
  }

  /** Returns the format of a name; null if there is none. */
  public static @Nullable ExportFormat named(String label) {
    return Arrays.stream(values())
        .filter(format -> format.label.equals(label))
        .findFirst()
        .orElse(null);
  }

  /** Returns the format's name, such as {@code speedscope}. */
  public String label() {
    return label;
  }

  /** Returns the media type of an export. */
  public String mediaType() {
    return mediaType;
  }

  /** Returns a file name by which tools know the format. */
  public String fileName() {
    return fileName;
  }

  /** Tells whether an export is compressed already. */
  public boolean isCompressed() {
    return this == PPROF;
  }
}
