package dev.symbolicator.profile.formats;

import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.ScanContext;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JSON files of profilers that are recognised only to say why their frames are not mapped. */
final class ForeignFormat implements JsonFormat {
  private static final String FIREFOX =
      "Profiles of Firefox are not supported yet. Record the page with the JS Self-Profiling API or in"
          + " Chrome, whose profiles are.";

  /** What a kind of file is, by members that all of its files have, and that no other has. */
  private record ForeignKind(Set<String> members, String reason) {}

  private static final List<ForeignKind> KINDS =
      List.of(
          new ForeignKind(Set.of("traceEvents"), ForeignBytes.CHROME_TRACE),
          new ForeignKind(Set.of("meta", "libs", "threads"), FIREFOX),
          // A recording of the Performance panel that Firefox had until version 100.
          new ForeignKind(Set.of("ticks", "allocations"), FIREFOX),
          new ForeignKind(Set.of("mode", "missed_samples"), ForeignBytes.STACKPROF),
          new ForeignKind(
              Set.of("snapshot", "edges"),
              "The first member of a heap snapshot must be `snapshot`, with its `meta`, as V8 writes"
                  + " it."));

  private static final Set<String> MEMBERS =
      KINDS.stream()
          .flatMap(kind -> kind.members().stream())
          .collect(Collectors.toUnmodifiableSet());

  private final String advice;

  ForeignFormat(String advice) {
    this.advice = advice;
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new Scan(context);
  }

  private final class Scan implements JsonScan {
    private final ScanContext context;
    private final int start;
    private final Set<String> seen = new HashSet<>();

    Scan(ScanContext context) {
      this.context = context;
      start = context.json().start();
    }

    @Override
    public boolean readMember(String member) throws IOException {
      if (!MEMBERS.contains(member)) {
        return false;
      }
      seen.add(member);
      context.json().skip();
      return true;
    }

    @Override
    public Likeness likeness() {
      return problem() == null ? Likeness.NONE : Likeness.FOREIGN;
    }

    @Override
    public ProfileReading finish(ReportPlace report, Builds builds) {
      return new ProfileReading.Invalid(context.pointer(), start, problem() + " " + advice);
    }

    private @Nullable String problem() {
      return KINDS.stream()
          .filter(kind -> seen.containsAll(kind.members()))
          .map(ForeignKind::reason)
          .findFirst()
          .orElse(null);
    }
  }
}
