package dev.symbolicator.profile;

import dev.symbolicator.profile.FrameTable.FramePart;
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
  private final byte[] body;
  private final List<String> scripts;
  private final List<BuildScan> builds;
  private final FrameTable frames;
  private final int resourcesEnd;
  private final ReportPlace reportPlace;

  /**
   * The place of the member {@code symbolication} in the outermost object.
   *
   * @param start the byte offset of its value, or of the closing brace if there is no such member
   * @param end the byte offset behind its value; equal to {@code start} if there is no such member
   */
  record ReportPlace(int start, int end) {}

  /**
   * Makes a profile of what was read.
   *
   * @param builds the builds that the trace names, then those that are named beside the trace
   */
  JsSelfProfile(
      byte[] body, SelfProfileScan scan, List<BuildScan> builds, ReportPlace reportPlace) {
    this.body = body;
    this.builds = builds;
    this.scripts = Collections.unmodifiableList(scan.scripts());
    this.frames = scan.frames();
    this.resourcesEnd = scan.resourcesEnd();
    this.reportPlace = reportPlace;
  }

  @Override
  public String format() {
    return "js-self-profile";
  }

  @Override
  public List<String> scripts() {
    return scripts;
  }

  @Override
  public ScriptBuild build(int script) {
    String url = scripts.get(script);
    String release = first(scan -> scan.releaseOf(script, url));
    return new ScriptBuild(
        release == null ? first(BuildScan::release) : release,
        first(scan -> scan.debugIdOf(script, url)));
  }

  private @Nullable String first(Function<BuildScan, @Nullable String> value) {
    for (BuildScan scan : builds) {
      String found = value.apply(scan);
      if (found != null) {
        return found;
      }
    }
    return null;
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
    Splice splice = new Splice(body);
    Resources resources = new Resources();
    for (ProfileFrame frame : frames.frames()) {
      OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
      if (original != null) {
        rewrite(frame, original, resources.indexOf(original.source()), splice);
      }
    }
    resources.append(splice);
    if (report != null) {
      putReport(report, splice);
    }
    splice.writeTo(out);
  }

  /** Replaces only values that differ, so that an equal value keeps its spelling. */
  private void rewrite(ProfileFrame frame, OriginalFrame original, int resource, Splice splice) {
    if (resource != frame.script()) {
      replace(frame, FramePart.RESOURCE_ID, splice).ascii(Integer.toString(resource));
    }
    if (original.line() != frame.line()) {
      replace(frame, FramePart.LINE, splice).ascii(Integer.toString(original.line() + 1));
    }
    if (original.column() != frame.column()) {
      replace(frame, FramePart.COLUMN, splice).ascii(Integer.toString(original.column() + 1));
    }
    String name = original.name();
    if (name == null || name.equals(frame.name())) {
      return;
    }
    if (frames.start(frame.index(), FramePart.NAME) >= 0) {
      replace(frame, FramePart.NAME, splice).string(name);
    } else {
      JsonBuffer added = splice.insert(frames.objectStart(frame.index()) + 1);
      added.ascii("\"name\":");
      added.string(name);
      added.ascii(",");
    }
  }

  private JsonBuffer replace(ProfileFrame frame, FramePart part, Splice splice) {
    return splice.replace(frames.start(frame.index(), part), frames.end(frame.index(), part));
  }

  private void putReport(byte[] report, Splice splice) {
    if (reportPlace.start() < reportPlace.end()) {
      splice.replace(reportPlace.start(), reportPlace.end()).raw(report);
    } else {
      JsonBuffer added = splice.insert(lastByteBefore(reportPlace.start()) + 1);
      added.ascii(",\"symbolication\":");
      added.raw(report);
    }
  }

  /** Returns the offset of the last byte before a bracket that is not white space. */
  private int lastByteBefore(int bracket) {
    int at = bracket - 1;
    while (body[at] == ' ' || body[at] == '\n' || body[at] == '\r' || body[at] == '\t') {
      at--;
    }
    return at;
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
      JsonBuffer added = splice.insert(lastByteBefore(resourcesEnd) + 1);
      String separator = scripts.isEmpty() ? "" : ",";
      for (String source : appended) {
        added.ascii(separator);
        added.string(source);
        separator = ",";
      }
    }
  }
}
