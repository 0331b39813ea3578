package dev.symbolicator.profile.stacktext;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.stacktext.StackLine.Form;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of one or more stacks. All but the names and positions that change stays as it is. */
final class StackProfile implements Profile {
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

  private final StackFrames frames;
  private final String mediaType;
  private final @Nullable Builds builds;
  private final @Nullable ReportPlace reportPlace;

  /**
   * Makes a profile of what was read.
   *
   * @param builds null for a text without a place for builds
   * @param reportPlace null for a text without a place for a report
   */
  StackProfile(
      StackFrames frames,
      String mediaType,
      @Nullable Builds builds,
      @Nullable ReportPlace reportPlace) {
    this.frames = frames;
    this.mediaType = mediaType;
    this.builds = builds;
    this.reportPlace = reportPlace;
  }

  @Override
  public String format() {
    return StackTextFormat.NAME;
  }

  @Override
  public String mediaType() {
    return mediaType;
  }

  @Override
  public List<String> scripts() {
    return Collections.unmodifiableList(frames.scripts());
  }

  @Override
  public ScriptBuild build(int script) {
    return builds == null
        ? new ScriptBuild(null, null)
        : builds.of(script, frames.scripts().get(script));
  }

  @Override
  public List<ProfileFrame> frames() {
    return Collections.unmodifiableList(frames.frames());
  }

  @Override
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    Splice splice = frames.text().splice();
    for (ProfileFrame frame : frames.frames()) {
      OriginalFrame original = answers.apply(frame);
      if (original != null) {
        rewrite(frames.line(frame.index()), original, splice);
      }
    }
    if (reportPlace != null) {
      reportPlace.put(report, splice);
    }
    splice.writeTo(out);
  }

  private void rewrite(StackLine line, OriginalFrame original, Splice splice) {
    StackText text = frames.text();
    String label = text.text(line.nameStart(), line.nameEnd());
    FunctionLabel function = FunctionLabel.of(line.form(), label);
    String name = original.name() == null ? function.name() : clean(original.name());
    String place =
        clean(original.source()) + ":" + (original.line() + 1L) + ":" + (original.column() + 1L);
    if (!function.isReplacedBy(name)) {
      text.replace(line.urlStart(), line.end(), place, splice);
      return;
    }
    String named = function.with(name);
    switch (line.form()) {
      case BARE -> text.replace(line.urlStart(), line.end(), named + " (" + place + ")", splice);
      case URL -> text.replace(line.urlStart(), line.end(), named + "@" + place, splice);
      case AT_SIGN -> text.replace(line.nameStart(), line.end(), named + "@" + place, splice);
      case CALL, EVAL -> {
        if (name.isEmpty() && named.equals(function.prefix()) && line.form() == Form.CALL) {
          text.replace(line.nameStart(), line.end() + 1, named + place, splice);
        } else {
          String shown = named.isEmpty() ? "<anonymous>" : named;
          text.replace(line.nameStart(), line.end(), shown + " (" + place, splice);
        }
      }
    }
  }

  /** Returns a text in one line: a control character could begin another line. */
  private static String clean(String text) {
    return CONTROLS.matcher(text).replaceAll(" ");
  }
}
