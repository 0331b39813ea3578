package dev.symbolicator.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Several profiles of one body as one: their scripts and frames, one profile behind the other. */
public final class JoinedProfiles {
  private final List<Profile> profiles;
  private final List<String> scripts = new ArrayList<>();
  private final List<ScriptBuild> builds = new ArrayList<>();
  private final List<ProfileFrame> frames = new ArrayList<>();
  private final int[] firstFrames;

  /** Joins profiles. */
  public JoinedProfiles(List<Profile> profiles) {
    this.profiles = List.copyOf(profiles);
    firstFrames = new int[profiles.size()];
    for (int i = 0; i < firstFrames.length; i++) {
      Profile profile = profiles.get(i);
      firstFrames[i] = frames.size();
      for (ProfileFrame frame : profile.frames()) {
        frames.add(frame.moved(frames.size(), scripts.size() + frame.script()));
      }
      for (int script = 0; script < profile.scripts().size(); script++) {
        scripts.add(profile.scripts().get(script));
        builds.add(profile.build(script));
      }
    }
  }

  /** Returns the scripts of all profiles. */
  public List<String> scripts() {
    return scripts;
  }

  /** Returns the build of a script by its index in {@link #scripts()}. */
  public ScriptBuild build(int script) {
    return builds.get(script);
  }

  /** Returns the frames of all profiles, with the indices that they have here. */
  public List<ProfileFrame> frames() {
    return frames;
  }

  /** Returns the profiles that were joined. */
  public List<Profile> profiles() {
    return profiles;
  }

  /** Returns the answers for the frames of one of the profiles, from answers for all frames. */
  public Function<ProfileFrame, @Nullable OriginalFrame> answersOf(
      int profile, Function<ProfileFrame, @Nullable OriginalFrame> answers) {
    return frame -> answers.apply(frames.get(firstFrames[profile] + frame.index()));
  }
}
