package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

public abstract class JsonProfile implements Profile {
  private final List<String> scripts;
  private final List<ProfileFrame> frames;
  private final Builds builds;
  private final ReportPlace reportPlace;

  protected JsonProfile(
      List<String> scripts, List<ProfileFrame> frames, Builds builds, ReportPlace reportPlace) {
    this.scripts = Collections.unmodifiableList(scripts);
    this.frames = Collections.unmodifiableList(frames);
    this.builds = builds;
    this.reportPlace = reportPlace;
  }

  protected final ReportPlace reportPlace() {
    return reportPlace;
  }

  /** Returns a frame's original; null for a frame that keeps its values. */
  protected static @Nullable OriginalFrame original(
      ProfileFrame frame, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return frame.hasPosition() ? answers.apply(frame) : null;
  }

  @Override
  public final void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    write(answers, report, null, out);
  }

  /** Writes the profile, with the member {@code functions} unless that is null. */
  public abstract void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      byte @Nullable [] functions,
      OutputStream out)
      throws IOException;

  /** Returns the text in which the profile lies. */
  public final JsonText text() {
    return reportPlace.text();
  }

  /** Returns the release that is named for all scripts; null for none. */
  public final @Nullable String release() {
    return builds.release();
  }

  @Override
  public final List<String> scripts() {
    return scripts;
  }

  @Override
  public ScriptBuild build(int script) {
    return builds.of(script, scripts.get(script));
  }

  @Override
  public final List<ProfileFrame> frames() {
    return frames;
  }

  /** A profile that is written by splicing: only the values that change are replaced. */
  public abstract static class SplicedProfile extends JsonProfile {
    protected SplicedProfile(
        List<String> scripts, List<ProfileFrame> frames, Builds builds, ReportPlace reportPlace) {
      super(scripts, frames, builds, reportPlace);
    }

    /** Changes the values of one writing. */
    @FunctionalInterface
    protected interface Edits {
      void replace(ProfileFrame frame, OriginalFrame original);

      default void keep(ProfileFrame frame) {}

      /** Changes values outside of frames. Called behind the last frame. */
      default void finish() {}
    }

    protected abstract Edits edits(Splice splice);

    @Override
    public final void write(
        Function<ProfileFrame, @Nullable OriginalFrame> answers,
        byte @Nullable [] report,
        byte @Nullable [] functions,
        OutputStream out)
        throws IOException {
      Splice splice = new Splice(reportPlace().text(), frames().size());
      Edits edits = edits(splice);
      for (ProfileFrame frame : frames()) {
        OriginalFrame original = original(frame, answers);
        if (original == null) {
          edits.keep(frame);
        } else {
          edits.replace(frame, original);
        }
      }
      edits.finish();
      reportPlace().put(report, functions, splice);
      splice.writeTo(out);
    }
  }
}
