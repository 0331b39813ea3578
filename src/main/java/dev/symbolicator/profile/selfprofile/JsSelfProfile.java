package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.Splice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JS Self-Profiling trace (WICG js-self-profiling), bare or as the member {@code trace} of
 * another object.
 *
 * <p>Writing splices: the body is kept, and only the values that change are replaced. Original
 * sources are appended to {@code resources}, so no index moves, and {@code stacks} and {@code
 * samples} need not be understood.
 */
final class JsSelfProfile implements Profile {
  private final JsonText text;
  private final List<String> scripts;
  private final FrameTable frames;
  private final int resourcesEnd;
  private final Builds builds;
  private final ReportPlace reportPlace;

  /**
   * Makes a profile of what was read.
   *
   * @param resourcesEnd the byte offset of the bracket that closes {@code resources}
   */
  JsSelfProfile(
      JsonText text,
      List<String> scripts,
      FrameTable frames,
      int resourcesEnd,
      Builds builds,
      ReportPlace reportPlace) {
    this.text = text;
    this.scripts = Collections.unmodifiableList(scripts);
    this.frames = frames;
    this.resourcesEnd = resourcesEnd;
    this.builds = builds;
    this.reportPlace = reportPlace;
  }

  @Override
  public String format() {
    return SelfProfileFormat.NAME;
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
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    Splice splice = new Splice(text);
    Resources resources = new Resources();
    for (ProfileFrame frame : frames.frames()) {
      OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
      if (original != null) {
        rewrite(frame, original, resources.indexOf(original.source()), splice);
      }
    }
    resources.append(splice);
    reportPlace.put(report, splice);
    splice.writeTo(out);
  }

  /** Replaces only values that differ, so that an equal value keeps its spelling. */
  private void rewrite(ProfileFrame frame, OriginalFrame original, int resource, Splice splice) {
    if (resource != frame.script()) {
      frames.putNumber(splice, frame.index(), FrameTable.SCRIPT, resource);
    }
    frames.putName(splice, frame, original.name());
    frames.putPosition(splice, frame, original, 1);
  }

  /** The profile's resources, and the sources to append to them. */
  private final class Resources {
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<String> appended = new ArrayList<>();

    Resources() {
      for (int i = 0; i < scripts.size(); i++) {
        indexes.putIfAbsent(scripts.get(i), i);
      }
    }

    int indexOf(String source) {
      Integer known = indexes.get(source);
      if (known != null) {
        return known;
      }
      int index = scripts.size() + appended.size();
      indexes.put(source, index);
      appended.add(source);
      return index;
    }

    void append(Splice splice) {
      if (appended.isEmpty()) {
        return;
      }
      JsonBuffer added = splice.insert(text.lastByteBefore(resourcesEnd) + 1);
      String separator = scripts.isEmpty() ? "" : ",";
      for (String source : appended) {
        added.ascii(separator);
        added.string(source);
        separator = ",";
      }
    }
  }
}
