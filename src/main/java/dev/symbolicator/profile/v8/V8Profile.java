package dev.symbolicator.profile.v8;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.Span;
import dev.symbolicator.profile.json.Splice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A CPU profile or a sampling heap profile of V8.
 *
 * <p>A mapped function also gets another {@code scriptId}, one for each script and original source.
 * DevTools takes functions for one whose ID and position are equal, and maps functions again whose
 * ID is that of a live script. The member {@code positionTicks} of its node is removed: lines
 * without columns cannot be mapped, and VS Code would show these in the wrong lines.
 */
final class V8Profile implements Profile {
  private final JsonText text;
  private final String format;
  private final CallFrames functions;
  private final FrameTable frames;
  private final @Nullable Span vscode;
  private final Builds builds;
  private final ReportPlace reportPlace;

  /**
   * Makes a profile of what was read.
   *
   * @param vscode the value of {@code $vscode}, VS Code's positions; null if there is none
   */
  V8Profile(
      JsonText text,
      String format,
      CallFrames functions,
      @Nullable Span vscode,
      Builds builds,
      ReportPlace reportPlace) {
    this.text = text;
    this.format = format;
    this.functions = functions;
    this.frames = functions.table();
    this.vscode = vscode;
    this.builds = builds;
    this.reportPlace = reportPlace;
  }

  @Override
  public String format() {
    return format;
  }

  @Override
  public List<String> scripts() {
    return functions.scripts().urls();
  }

  @Override
  public ScriptBuild build(int script) {
    return builds.of(script, scripts().get(script));
  }

  @Override
  public int sourcesPerFrame() {
    return 1;
  }

  @Override
  public List<ProfileFrame> frames() {
    return frames.frames();
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
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    Splice splice = new Splice(text);
    ScriptIds ids = new ScriptIds(functions.largestScriptId());
    for (ProfileFrame frame : frames.frames()) {
      OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
      if (original != null) {
        rewrite(frame, original, ids, splice);
      }
    }
    if (vscode != null && !ids.isEmpty()) {
      splice.remove(text.member(vscode));
    }
    reportPlace.put(report, splice);
    splice.writeTo(out);
  }

  private void rewrite(ProfileFrame frame, OriginalFrame original, ScriptIds ids, Splice splice) {
    int index = frame.index();
    frames.putName(splice, frame, original.name());
    frames.putString(splice, index, FrameTable.SCRIPT, original.source());
    frames.putPosition(splice, frame, original, frames.label(index));
    int id = ids.of(frame.script(), original.source());
    if (frames.has(index, CallFrames.SCRIPT_ID)) {
      if (text.bytes()[frames.start(index, CallFrames.SCRIPT_ID)] == '"') {
        frames.putString(splice, index, CallFrames.SCRIPT_ID, Integer.toString(id));
      } else {
        frames.putNumber(splice, index, CallFrames.SCRIPT_ID, id);
      }
    }
    if (frames.has(index, CallFrames.POSITION_TICKS)) {
      splice.remove(text.member(frames.span(index, CallFrames.POSITION_TICKS)));
    }
  }
}
