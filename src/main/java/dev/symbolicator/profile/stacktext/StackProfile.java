package dev.symbolicator.profile.stacktext;

import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.JsonProfile.SplicedProfile;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import dev.symbolicator.profile.stacktext.StackFrames.FunctionLabel;
import dev.symbolicator.profile.stacktext.StackLine.Form;
import java.util.regex.Pattern;

/** The text of one or more stacks. All but the names and positions that change stays as it is. */
final class StackProfile extends SplicedProfile {
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

  private final StackFrames frames;
  private final String mediaType;

  StackProfile(StackFrames frames, String mediaType, Builds builds, ReportPlace reportPlace) {
    super(frames.scripts(), frames.frames, builds, reportPlace);
    this.frames = frames;
    this.mediaType = mediaType;
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
  public int sourcesPerFrame() {
    return 1;
  }

  @Override
  public NameOrigin nameOrigin() {
    return NameOrigin.DEBUGGER;
  }

  @Override
  public boolean hasReceiver(ProfileFrame frame) {
    return label(frames.line(frame.index())).hasReceiver();
  }

  @Override
  protected Edits edits(Splice splice) {
    return (frame, original) -> rewrite(frames.line(frame.index()), original, splice);
  }

  private void rewrite(StackLine line, OriginalFrame original, Splice splice) {
    StackText text = frames.text;
    FunctionLabel function = label(line);
    String name = original.name() == null ? function.name() : clean(original.name());
    String place =
        clean(original.source()) + ":" + (original.line() + 1L) + ":" + (original.column() + 1L);
    if (!function.isReplacedBy(name)) {
      text.replace(line.urlStart(), line.end(), place, splice);
      return;
    }
    String named = function.with(name);
    if (line.form() == Form.BARE) {
      text.replace(line.urlStart(), line.end(), named + " (" + place + ")", splice);
    } else if (line.form() == Form.URL) {
      text.replace(line.urlStart(), line.end(), named + "@" + place, splice);
    } else if (name.isEmpty() && named.equals(function.prefix()) && isPlainCall(line)) {
      text.replace(line.nameStart(), line.end() + 1, named + place, splice);
    } else {
      String shown = named.isEmpty() ? anonymous(line.form()) : named;
      text.replace(line.nameStart(), line.nameEnd(), shown, splice);
      text.replace(line.urlStart(), line.end(), place, splice);
    }
  }

  private FunctionLabel label(StackLine line) {
    return FunctionLabel.of(line.form(), frames.text.text(line.nameStart(), line.nameEnd()));
  }

  private static String anonymous(Form form) {
    return switch (form) {
      case AT_SIGN -> "";
      case SPACED -> FunctionLabel.CONSOLE_ANONYMOUS;
      default -> "<anonymous>";
    };
  }

  /** Tells whether only parentheses stand around the position, and nothing joins them. */
  private boolean isPlainCall(StackLine line) {
    int behind = line.end() + 1;
    return line.form() == Form.CALL
        && line.urlStart() == line.nameEnd() + " (".length()
        && frames.text.bytes[line.end()] == ')'
        && (behind == frames.text.end || !joins(frames.text.bytes[behind]));
  }

  private static boolean joins(byte next) {
    return next == ':' || Character.isLetterOrDigit(next);
  }

  /** Returns a text in one line: a control character could begin another line. */
  private static String clean(String text) {
    return CONTROLS.matcher(text).replaceAll(" ");
  }
}
