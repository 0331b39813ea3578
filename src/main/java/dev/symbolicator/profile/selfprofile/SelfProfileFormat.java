package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameReader;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonFormat.JsonScan;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The trace of the JS Self-Profiling API, as {@code Profiler.stop()} gives it. */
public final class SelfProfileFormat implements JsonFormat {
  static final String NAME = "js-self-profile";

  @Override
  public List<String> names() {
    return List.of(NAME);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new SelfProfileScan(context);
  }

  /**
   * Reads members of a trace: WICG js-self-profiling, {@code ProfilerTrace}, in which all four are
   * required.
   */
  static final class SelfProfileScan implements JsonScan {
    private static final List<String> MEMBERS = List.of("frames", "resources", "stacks", "samples");
    private static final List<String> FRAME_MEMBERS =
        List.of("name", "resourceId", "line", "column");
    private static final int ALL = (1 << MEMBERS.size()) - 1;

    /** The bit of {@code samples}, which profiles of other formats have too. */
    private static final int SAMPLES = 1 << MEMBERS.indexOf("samples");

    private final ScanContext context;
    private final JsonReader json;
    private final int start;
    private final FirstProblem problem = new FirstProblem();
    private final FrameTable frames = new FrameTable(FRAME_MEMBERS);
    private final List<String> scripts = new ArrayList<>();
    private int entries;
    private int resourcesEnd;
    private int seen;
    private int arrays;

    SelfProfileScan(ScanContext context) {
      this.context = context;
      json = context.json();
      start = json.start();
    }

    @Override
    public boolean readMember(String member) throws IOException {
      int index = MEMBERS.indexOf(member);
      if (index < 0) {
        return false;
      }
      int bit = 1 << index;
      if ((seen & bit) != 0) {
        problem.duplicate(json);
      } else if (!json.isAt(Token.START_ARRAY)) {
        problem.wrongKind(json, "an array");
      } else {
        arrays |= bit;
        readArray(member);
      }
      seen |= bit;
      return true;
    }

    private void readArray(String member) throws IOException {
      switch (member) {
        case "frames" ->
            entries = new FrameReader(context, problem, frames, null, 1).readArray(false);
        case "resources" -> readResources();
        default -> json.skip();
      }
    }

    private void readResources() throws IOException {
      int most = context.limits().maxResources();
      while (json.nextEntry()) {
        if (problem.isPresent()) {
          json.skip();
        } else if (scripts.size() == most) {
          problem.limitExceeded(ProfileLimits.MAX_RESOURCES, most, json.start());
          json.skip();
        } else if (!json.isAt(Token.VALUE_STRING)) {
          problem.wrongKind(json, "a string");
        } else {
          String script = json.text();
          context.memory().take(ProfileLimits.RESOURCE_BYTES, script);
          scripts.add(script);
        }
      }
      resourcesEnd = json.start();
    }

    @Override
    public Likeness likeness() {
      if ((seen & ~SAMPLES) == 0) {
        return Likeness.NONE;
      }
      return arrays == ALL ? Likeness.COMPLETE : Likeness.PARTIAL;
    }

    @Override
    public ProfileReading finish(ReportPlace report, Builds builds) {
      if (seen != ALL) {
        return new ProfileReading.Invalid(
            context.pointer(),
            start,
            "The profile lacks "
                + members(~seen)
                + (seen == 0 ? "." : "; it has " + members(seen) + ".")
                + " Send the whole result of Profiler.stop().");
      }
      checkScripts();
      return problem.or(
          () -> new JsSelfProfile(context, scripts, frames, entries, resourcesEnd, builds, report));
    }

    /** Notes a problem if a frame names a script that does not exist. */
    private void checkScripts() {
      for (ProfileFrame frame : frames.frames()) {
        if (frame.script() >= scripts.size()) {
          problem.noIndex(
              context.pointer() + "/frames/" + frames.label(frame.index()) + "/resourceId",
              frames.start(frame.index(), FrameTable.SCRIPT),
              "resources",
              scripts.size());
          return;
        }
      }
    }

    private static String members(int bits) {
      return MEMBERS.stream()
          .filter(member -> (bits & (1 << MEMBERS.indexOf(member))) != 0)
          .map(member -> "`" + member + "`")
          .collect(Collectors.joining(", "));
    }
  }
}
