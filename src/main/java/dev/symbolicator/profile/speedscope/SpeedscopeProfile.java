package dev.symbolicator.profile.speedscope;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.json.SplicedProfile;
import java.util.List;

/** A file of speedscope. Only the four members of its frames change. */
final class SpeedscopeProfile extends SplicedProfile {
  private final FrameTable frames;
  private final LineBase base;

  SpeedscopeProfile(
      List<String> scripts,
      FrameTable frames,
      LineBase base,
      Builds builds,
      ReportPlace reportPlace) {
    super(scripts, frames.frames(), builds, reportPlace);
    this.frames = frames;
    this.base = base;
  }

  @Override
  public String format() {
    return SpeedscopeFormat.NAME;
  }

  /** Returns two: {@code file}, and the file's name in the name of an anonymous function. */
  @Override
  public int sourcesPerFrame() {
    return 2;
  }

  @Override
  public List<String> notes() {
    return base != LineBase.UNKNOWN
        ? List.of()
        : List.of(
            "The file's unit is bytes, and no line or column is 0, so it does not tell whether"
                + " lines count from 0 or 1. All frames stay as they are. Send the .heapprofile"
                + " itself.");
  }

  @Override
  protected Edits edits(Splice splice) {
    return (frame, original) -> rewrite(frame, original, splice);
  }

  private void rewrite(ProfileFrame frame, OriginalFrame original, Splice splice) {
    String name = original.name() == null ? frame.name() : original.name();
    frames.putName(splice, frame, name.isEmpty() ? AnonymousName.of(original) : name);
    if (!original.source().equals(scripts().get(frame.script()))) {
      frames.putString(splice, frame.index(), FrameTable.SCRIPT, original.source());
    }
    frames.putPosition(splice, frame, original, base.number());
  }
}
