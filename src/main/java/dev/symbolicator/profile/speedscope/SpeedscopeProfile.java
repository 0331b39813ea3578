package dev.symbolicator.profile.speedscope;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.Splice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A file of speedscope. Only the four members of its frames change. */
final class SpeedscopeProfile implements Profile {
  private final JsonText text;
  private final List<String> scripts;
  private final FrameTable table;
  private final LineBase base;
  private final List<ProfileFrame> frames;
  private final Builds builds;
  private final ReportPlace reportPlace;

  SpeedscopeProfile(
      JsonText text, SpeedscopeFrames read, LineBase base, Builds builds, ReportPlace reportPlace) {
    this.text = text;
    this.scripts = read.scripts().urls();
    this.table = read.table();
    this.base = base;
    this.frames = table.frames().stream().map(frame -> based(frame, base)).toList();
    this.builds = builds;
    this.reportPlace = reportPlace;
  }

  private static ProfileFrame based(ProfileFrame frame, LineBase base) {
    return new ProfileFrame(
        frame.index(),
        frame.script(),
        base.position(frame.line()),
        base.position(frame.column()),
        frame.name());
  }

  @Override
  public String format() {
    return SpeedscopeFormat.NAME;
  }

  @Override
  public List<String> scripts() {
    return scripts;
  }

  @Override
  public ScriptBuild build(int script) {
    return builds.of(script, scripts.get(script));
  }

  @Override
  public List<ProfileFrame> frames() {
    return frames;
  }

  @Override
  public List<String> notes() {
    return base != LineBase.UNKNOWN
        ? List.of()
        : List.of(
            "The file's unit is bytes, and no line or column is 0, so it does not tell whether"
                + " lines count from 0 or 1. All frames stay as they are. Send the .heapprofile"
                + " itself.");
  }

  @Override
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    Splice splice = new Splice(text);
    for (ProfileFrame frame : frames) {
      OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
      if (original != null) {
        rewrite(frame, original, splice);
      }
    }
    reportPlace.put(report, splice);
    splice.writeTo(out);
  }

  private void rewrite(ProfileFrame frame, OriginalFrame original, Splice splice) {
    int index = frame.index();
    String name = original.name() == null ? frame.name() : original.name();
    if (name.isEmpty()) {
      table.putString(splice, index, SpeedscopeFrames.NAME, AnonymousName.of(original));
    } else if (!name.equals(frame.name())) {
      table.putString(splice, index, SpeedscopeFrames.NAME, name);
    }
    if (!original.source().equals(scripts.get(frame.script()))) {
      table.putString(splice, index, SpeedscopeFrames.FILE, original.source());
    }
    if (original.line() != frame.line()) {
      table.putNumber(splice, index, SpeedscopeFrames.LINE, original.line() + base.number());
    }
    if (original.column() != frame.column()) {
      table.putNumber(splice, index, SpeedscopeFrames.COL, original.column() + base.number());
    }
  }
}
