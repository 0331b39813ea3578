package dev.symbolicator.profile.v8;

import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.AnnotatedProfile;
import dev.symbolicator.profile.Profile.NameOrigin;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.JsonProfile.SplicedProfile;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A CPU profile or a sampling heap profile of V8. A mapped function gets another {@code scriptId},
 * one for each script and source: DevTools takes functions for one whose ID and position are equal,
 * and maps again those of a live script. {@code positionTicks} of its node are removed: lines
 * without columns cannot be mapped, and VS Code would show these in the wrong lines.
 */
final class V8Profile extends SplicedProfile implements TimedProfile, AnnotatedProfile {
  private final ScanContext context;
  private final String format;
  private final CallFrames functions;
  private final FrameTable frames;
  private final @Nullable Span vscode;

  V8Profile(
      ScanContext context,
      String format,
      CallFrames functions,
      @Nullable Span vscode,
      Builds builds,
      ReportPlace reportPlace) {
    super(functions.scripts.urls(), functions.table.frames(), builds, reportPlace);
    this.context = context;
    this.format = format;
    this.functions = functions;
    this.frames = functions.table;
    this.vscode = vscode;
  }

  @Override
  public String format() {
    return format;
  }

  @Override
  public NameOrigin nameOrigin() {
    return NameOrigin.DEBUGGER;
  }

  @Override
  public int sourcesPerFrame() {
    return 1;
  }

  @Override
  public List<String> notes() {
    return vscode == null
        ? List.of()
        : List.of(
            "The member $vscode was removed: VS Code would use its positions instead of the mapped"
                + " ones.");
  }

  @Override
  public boolean isTimed() {
    return format.equals(V8Format.CPU);
  }

  @Override
  public @Nullable ProfileReading annotationProblem() {
    return format.equals(V8Format.CPU) && functions.nodes > 0
        ? reportPlace().annotationProblem()
        : new ProfileReading.Unavailable(
            false,
            "Functions are annotated in the list `nodes` of a cpuprofile, which this profile, of the"
                + " format %s, does not have. Leave the parameter annotate out.".formatted(format));
  }

  @Override
  public int entries() {
    return functions.nodes;
  }

  @Override
  public int entry(ProfileFrame frame) {
    return functions.entries.get(frame.index());
  }

  @Override
  public TimelineReading timeline(Allowance memory) {
    return new CpuTimelineReader(context, frames, memory).read();
  }

  @Override
  protected Edits edits(Splice splice) {
    return new FunctionEdits(splice);
  }

  private final class FunctionEdits implements Edits {
    private final Splice splice;
    private final ScriptIds ids = new ScriptIds(functions.largestScriptId());

    FunctionEdits(Splice splice) {
      this.splice = splice;
    }

    @Override
    public void replace(ProfileFrame frame, OriginalFrame original) {
      int index = frame.index();
      frames.putName(splice, frame, original.name());
      frames.putString(splice, index, FrameTable.SCRIPT, original.source());
      frames.putPosition(splice, frame, original, frames.label(index));
      int id = ids.of(frame.script(), original.source());
      if (frames.has(index, CallFrames.SCRIPT_ID)) {
        putId(index, id);
      }
      if (frames.has(index, CallFrames.POSITION_TICKS)) {
        splice.removeMember(frames.span(index, CallFrames.POSITION_TICKS));
      }
    }

    private void putId(int index, int id) {
      if (splice.text().bytes()[frames.start(index, CallFrames.SCRIPT_ID)] == '"') {
        frames.putString(splice, index, CallFrames.SCRIPT_ID, Integer.toString(id));
      } else {
        frames.putNumber(splice, index, CallFrames.SCRIPT_ID, id);
      }
    }

    @Override
    public void finish() {
      if (vscode != null && !ids.isEmpty()) {
        splice.removeMember(vscode);
      }
    }
  }
}
