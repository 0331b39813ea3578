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
  private final FrameTable frames;
  private final LineBase base;
  private final Builds builds;
  private final ReportPlace reportPlace;

  SpeedscopeProfile(
      JsonText text,
      List<String> scripts,
      FrameTable frames,
      LineBase base,
      Builds builds,
      ReportPlace reportPlace) {
    this.text = text;
    this.scripts = scripts;
    this.frames = frames;
    this.base = base;
    this.builds = builds;
    this.reportPlace = reportPlace;
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
    return frames.frames();
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
    for (ProfileFrame frame : frames.frames()) {
      OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
      if (original != null) {
        rewrite(frame, original, splice);
      }
    }
    reportPlace.put(report, splice);
    splice.writeTo(out);
  }

  private void rewrite(ProfileFrame frame, OriginalFrame original, Splice splice) {
    String name = original.name() == null ? frame.name() : original.name();
    frames.putName(splice, frame, name.isEmpty() ? AnonymousName.of(original) : name);
    if (!original.source().equals(scripts.get(frame.script()))) {
      frames.putString(splice, frame.index(), FrameTable.SCRIPT, original.source());
    }
    frames.putPosition(splice, frame, original, base.number());
  }
}
