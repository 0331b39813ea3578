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
import org.jspecify.annotations.Nullable;

/** JSON files of profilers that are recognised only to say why their frames are not mapped. */
final class ForeignFormat implements JsonFormat {
  private static final Set<String> MEMBERS =
      Set.of("meta", "libs", "threads", "traceEvents", "snapshot", "edges");
  private static final Set<String> FIREFOX = Set.of("meta", "libs", "threads");
  private static final Set<String> HEAP_SNAPSHOT = Set.of("snapshot", "edges");

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
      if (seen.contains("traceEvents")) {
        return ForeignBytes.CHROME_TRACE;
      }
      if (seen.containsAll(FIREFOX)) {
        return "Profiles of Firefox are not supported yet.";
      }
      return seen.containsAll(HEAP_SNAPSHOT)
          ? "The first member of a heap snapshot must be `snapshot`, with its `meta`, as V8 writes it."
          : null;
    }
  }
}
