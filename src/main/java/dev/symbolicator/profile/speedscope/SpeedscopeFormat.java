package dev.symbolicator.profile.speedscope;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameReader;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.FrameTable.ScriptList;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonFormat.JsonScan;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import dev.symbolicator.profile.speedscope.SpeedscopeProfile.LineBase;
import java.io.IOException;
import java.util.List;

/** The files that speedscope exports, and that other profilers write for speedscope. */
public final class SpeedscopeFormat implements JsonFormat {
  static final String NAME = "speedscope";

  @Override
  public List<String> names() {
    return List.of(NAME);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new SpeedscopeScan(context);
  }

  /**
   * {@code $schema} tells the format from others; frames are in {@code shared}, units in {@code
   * profiles}.
   */
  static final class SpeedscopeScan implements JsonScan {
    private static final String SCHEMA_HOST = "www.speedscope.app/";
    private static final String BYTES = "bytes";

    /** The copies of frames of a file that does not tell from which number its lines count. */
    private static final int READINGS = 3;

    private final ScanContext context;
    private final JsonReader json;
    private final FirstProblem problem = new FirstProblem();
    private final ScriptList scripts;
    private final FrameTable frames = new FrameTable(List.of("name", "file", "line", "col"));
    private final int start;
    private boolean isSpeedscope;
    private boolean hasShared;
    private int profilesOfBytes;
    private int otherProfiles;

    SpeedscopeScan(ScanContext context) {
      this.context = context;
      json = context.json();
      start = json.start();
      scripts = new ScriptList(context.limits(), context.memory(), problem);
    }

    @Override
    public boolean readMember(String member) throws IOException {
      switch (member) {
        case "$schema" -> readSchema();
        case "shared" -> readShared();
        case "profiles" -> readProfiles();
        default -> {
          return false;
        }
      }
      return true;
    }

    private void readSchema() throws IOException {
      if (json.isAt(Token.VALUE_STRING)) {
        isSpeedscope = json.text().contains(SCHEMA_HOST);
      }
      json.skip();
    }

    private void readShared() throws IOException {
      if (hasShared) {
        problem.duplicate(json);
      } else if (!json.isAt(Token.START_OBJECT)) {
        problem.wrongKind(json, "an object");
      } else {
        readFrames();
      }
      hasShared = true;
    }

    private void readFrames() throws IOException {
      boolean hasFrames = false;
      while (json.nextMember()) {
        boolean isFrames = json.name().equals("frames");
        if (isFrames && hasFrames) {
          problem.duplicate(json);
        } else if (isFrames && json.isAt(Token.START_ARRAY)) {
          // The numbers stay as they are until the base is known.
          new FrameReader(context, problem, frames, scripts, 0).readArray(false);
        } else if (isFrames) {
          problem.wrongKind(json, "an array");
        }
        hasFrames |= isFrames;
        if (!json.isAt(Token.END_ARRAY)) {
          json.skip();
        }
      }
    }

    private void readProfiles() throws IOException {
      if (!json.isAt(Token.START_ARRAY)) {
        json.skip();
        return;
      }
      while (json.nextEntry()) {
        boolean isOfBytes = false;
        if (json.isAt(Token.START_OBJECT)) {
          while (json.nextMember()) {
            boolean isUnit = json.name().equals("unit");
            isOfBytes |= isUnit && json.isAt(Token.VALUE_STRING) && json.text().equals(BYTES);
            json.skip();
          }
        }
        json.skip();
        profilesOfBytes += isOfBytes ? 1 : 0;
        otherProfiles += isOfBytes ? 0 : 1;
      }
    }

    @Override
    public Likeness likeness() {
      if (!isSpeedscope) {
        return Likeness.NONE;
      }
      return hasShared ? Likeness.COMPLETE : Likeness.PARTIAL;
    }

    @Override
    public ProfileReading finish(ReportPlace report, Builds builds) {
      if (!isSpeedscope) {
        problem.invalid(
            context.pointer(),
            start,
            "The profile lacks the `$schema` of speedscope. Send the whole file.");
      }
      LineBase base = LineBase.of(frames.frames(), profilesOfBytes, otherProfiles);
      int copies = base == LineBase.UNKNOWN ? READINGS : 1;
      context.memory().take(copies * ProfileLimits.FRAME_BYTES * frames.frames().size());
      return problem.or(() -> new SpeedscopeProfile(scripts.urls(), frames, base, builds, report));
    }
  }
}
