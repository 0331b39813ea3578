package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.AnnotatedProfile;
import dev.symbolicator.profile.Profile.NameOrigin;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ReducibleProfile;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameChanges;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.JsonProfile;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import dev.symbolicator.profile.json.Splice.SpliceWriter;
import dev.symbolicator.profile.selfprofile.TraceContents.TraceContentsReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JS Self-Profiling trace (WICG js-self-profiling), bare or as a member {@code trace}. Original
 * sources are appended to {@code resources}, so no index moves, and {@code stacks} and {@code
 * samples} need not be understood.
 */
final class JsSelfProfile extends JsonProfile implements ReducibleProfile, AnnotatedProfile {
  private final ScanContext context;
  private final int entries;
  private final FrameTable frames;
  private final int resourcesEnd;

  JsSelfProfile(
      ScanContext context,
      List<String> scripts,
      FrameTable frames,
      int entries,
      int resourcesEnd,
      Builds builds,
      ReportPlace reportPlace) {
    super(scripts, frames.frames(), builds, reportPlace);
    this.context = context;
    this.frames = frames;
    this.entries = entries;
    this.resourcesEnd = resourcesEnd;
  }

  @Override
  public String format() {
    return SelfProfileFormat.NAME;
  }

  @Override
  public NameOrigin nameOrigin() {
    return NameOrigin.PARSER;
  }

  @Override
  public @Nullable ProfileReading annotationProblem() {
    return reportPlace().annotationProblem();
  }

  @Override
  public int entries() {
    return entries;
  }

  @Override
  public int entry(ProfileFrame frame) {
    return frames.label(frame.index());
  }

  @Override
  public TimelineReading timeline(Allowance memory) {
    TraceContents contents = contents(memory);
    ProfileReading problem = contents.problem.get();
    return problem == null
        ? new TimelineReading.ReadTimeline(contents.timeline(), contents.timeOrigin)
        : new TimelineReading.UnreadTimeline(problem);
  }

  @Override
  public ReductionReading reduce(ReductionOptions options, Allowance memory) {
    TraceContents contents = contents(memory);
    ProfileReading problem = contents.problem.get();
    return problem == null
        ? new TraceReduction(context, contents, frames, scripts().size()).reduce(options)
        : new ReductionReading.UnreducedProfile(problem);
  }

  private TraceContents contents(Allowance memory) {
    TraceContents contents = new TraceContents(memory);
    new TraceContentsReader(context.text(), context.pointer(), frames, context.limits(), contents)
        .read();
    return contents;
  }

  @Override
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      byte @Nullable [] functions,
      OutputStream out)
      throws IOException {
    Resources resources = new Resources(answers);
    Splice splice = new Splice(reportPlace().text());
    resources.append(splice);
    reportPlace().put(report, functions, splice);
    SpliceWriter writer = new SpliceWriter(splice, out);
    FrameChanges edits = new FrameChanges(frames, writer, 1);
    for (ProfileFrame frame : frames()) {
      OriginalFrame original = original(frame, answers);
      if (original != null) {
        edits.replace(frame, original, resources.ofFrames[frame.index()]);
      }
    }
    writer.finish();
  }

  private final class Resources {
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<String> appended = new ArrayList<>();
    private final int[] ofFrames = new int[frames().size()];

    Resources(Function<ProfileFrame, @Nullable OriginalFrame> answers) {
      for (int i = 0; i < scripts().size(); i++) {
        indexes.putIfAbsent(scripts().get(i), i);
      }
      for (ProfileFrame frame : frames()) {
        OriginalFrame original = original(frame, answers);
        if (original != null) {
          ofFrames[frame.index()] = indexOf(original.source());
        }
      }
    }

    private int indexOf(String source) {
      Integer known = indexes.get(source);
      if (known != null) {
        return known;
      }
      int index = scripts().size() + appended.size();
      indexes.put(source, index);
      appended.add(source);
      return index;
    }

    void append(Splice splice) {
      if (appended.isEmpty()) {
        return;
      }
      JsonBuffer added = splice.insertBehindLastByte(resourcesEnd);
      String separator = scripts().isEmpty() ? "" : ",";
      for (String source : appended) {
        added.ascii(separator);
        added.string(source);
        separator = ",";
      }
    }
  }
}
