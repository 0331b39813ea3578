package dev.symbolicator.profile.speedscope;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonProfile.SplicedProfile;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.util.List;

/** A file of speedscope. Only the four members of its frames change. */
final class SpeedscopeProfile extends SplicedProfile {
  private final FrameTable frames;
  private final LineBase base;
  private final Builds builds;

  SpeedscopeProfile(
      List<String> scripts,
      FrameTable frames,
      LineBase base,
      Builds builds,
      ReportPlace reportPlace) {
    super(
        scripts,
        frames.frames().stream().map(frame -> named(frame, base)).toList(),
        builds,
        reportPlace);
    this.frames = frames;
    this.base = base;
    this.builds = builds;
  }

  private static ProfileFrame named(ProfileFrame frame, LineBase base) {
    return new ProfileFrame(
        frame.index(),
        frame.script(),
        base.position(frame.line()),
        base.position(frame.column()),
        AnonymousName.isIn(frame.name()) ? "" : frame.name());
  }

  @Override
  public List<Profile> readings() {
    return base == LineBase.UNKNOWN ? List.of(as(LineBase.ZERO), as(LineBase.ONE)) : List.of();
  }

  private Profile as(LineBase known) {
    return new SpeedscopeProfile(scripts(), frames, known, builds, reportPlace());
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
            "The file's unit is bytes, no line or column is 0, and the starts of functions do not"
                + " tell whether lines count from 0 or 1. All frames stay as they are. Send the"
                + " .heapprofile itself.");
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

  static final class AnonymousName {
    private static final String ANONYMOUS = "(anonymous";

    private AnonymousName() {}

    static boolean isIn(String name) {
      return name.equals(ANONYMOUS + ")")
          || (name.startsWith(ANONYMOUS + " ") && name.endsWith(")"));
    }

    static String of(OriginalFrame original) {
      String source = original.source();
      String file = source.substring(source.lastIndexOf('/') + 1);
      return ANONYMOUS + " " + file + ":" + (original.line() + 1L) + ")";
    }
  }

  /**
   * The number of the first line and column. Speedscope counts from 1, but its import of V8's heap
   * profiles, whose unit is bytes, from 0 (speedscope 1.25). Other programs may write bytes and
   * count from 1, so a file of bytes counts from 0 if it has a position with a 0; otherwise the
   * functions of its scripts decide.
   */
  enum LineBase {
    ZERO,
    ONE,
    /** The file does not tell. No position is used, until the starts of functions tell. */
    UNKNOWN;

    /**
     * Given are frames with the numbers of the file, and how many profiles are in bytes and in
     * other units.
     */
    static LineBase of(List<ProfileFrame> frames, int ofBytes, int others) {
      if (ofBytes == 0) {
        return ONE;
      }
      boolean hasZero =
          frames.stream()
              .anyMatch(frame -> frame.hasPosition() && (frame.line() == 0 || frame.column() == 0));
      return others == 0 && hasZero ? ZERO : UNKNOWN;
    }

    int position(int number) {
      return this == UNKNOWN ? -1 : Math.max(-1, number - number());
    }

    int number() {
      return this == ONE ? 1 : 0;
    }
  }
}
