package dev.symbolicator.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A body with several profiles: their scripts and frames, one profile behind the other. */
public abstract class JoinedProfiles implements Profile {
  private final List<Profile> profiles;
  private final List<String> scripts = new ArrayList<>();
  private final List<ScriptBuild> builds = new ArrayList<>();
  private final List<ProfileFrame> frames = new ArrayList<>();
  private final int[] firstFrames;

  /** Joins profiles. */
  protected JoinedProfiles(List<Profile> profiles) {
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

  @Override
  public final List<String> scripts() {
    return Collections.unmodifiableList(scripts);
  }

  @Override
  public final ScriptBuild build(int script) {
    return builds.get(script);
  }

  @Override
  public final List<ProfileFrame> frames() {
    return Collections.unmodifiableList(frames);
  }

  /**
   * Writes one of the profiles, without a report.
   *
   * @param answers returns the original of a frame of {@link #frames()}, or null
   */
  protected final void write(
      int profile, Function<ProfileFrame, @Nullable OriginalFrame> answers, OutputStream out)
      throws IOException {
    int first = firstFrames[profile];
    profiles
        .get(profile)
        .write(frame -> answers.apply(frames.get(first + frame.index())), null, out);
  }
}
