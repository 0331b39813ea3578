package dev.symbolicator.profile.json;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A profile in a JSON text, which is kept. */
public abstract class JsonProfile implements Profile {
  private final List<String> scripts;
  private final List<ProfileFrame> frames;
  private final Builds builds;
  private final ReportPlace reportPlace;

  /**
   * Makes a profile of what was read.
   *
   * @param reportPlace lies in the text to write
   */
  protected JsonProfile(
      List<String> scripts, List<ProfileFrame> frames, Builds builds, ReportPlace reportPlace) {
    this.scripts = Collections.unmodifiableList(scripts);
    this.frames = Collections.unmodifiableList(frames);
    this.builds = builds;
    this.reportPlace = reportPlace;
  }

  /** Returns the place of the report in the text to write. */
  protected final ReportPlace reportPlace() {
    return reportPlace;
  }

  /** Returns a frame's original; null for a frame that keeps its values. */
  protected static @Nullable OriginalFrame original(
      ProfileFrame frame, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return frame.hasPosition() ? answers.apply(frame) : null;
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
}
