package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.envelope.DebugImages.DebugImage;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.ReportPlace;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.json.SplicedProfile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Sentry profile.
 *
 * <p>Sentry maps frames again whose script is among {@code debug_meta.images}. So the scripts whose
 * frames were all mapped are removed from there, and {@code debug_meta} with the last of them. A
 * script without frames stays for Sentry's other items.
 */
final class SentryProfile extends SplicedProfile {
  private final FrameTable frames;
  private final DebugImages images;
  private final @Nullable Span debugMeta;
  private final @Nullable String release;

  /**
   * Makes a profile of what was read.
   *
   * @param debugMeta the value of {@code debug_meta}; null for one that stays as it is
   */
  SentryProfile(
      List<String> scripts,
      FrameTable frames,
      DebugImages images,
      @Nullable Span debugMeta,
      @Nullable String release,
      Builds builds,
      ReportPlace reportPlace) {
    super(scripts, frames.frames(), builds, reportPlace);
    this.frames = frames;
    this.images = images;
    this.debugMeta = debugMeta;
    this.release = release;
  }

  @Override
  public String format() {
    return SentryProfileFormat.NAME;
  }

  @Override
  public ScriptBuild build(int script) {
    return new ScriptBuild(release, images.debugIdOf(scripts().get(script)));
  }

  /** Returns two: {@code abs_path} and {@code filename}. */
  @Override
  public int sourcesPerFrame() {
    return 2;
  }

  @Override
  protected Edits edits(Splice splice) {
    return new FrameEdits(splice);
  }

  private final class FrameEdits implements Edits {
    private final Splice splice;
    private final Set<String> unmapped = new HashSet<>();
    private final Set<String> mapped = new HashSet<>();

    FrameEdits(Splice splice) {
      this.splice = splice;
    }

    @Override
    public void replace(ProfileFrame frame, OriginalFrame original) {
      int index = frame.index();
      frames.putName(splice, frame, original.name());
      frames.putString(splice, index, FrameTable.SCRIPT, original.source());
      frames.putPosition(splice, frame, original, 1);
      frames.putString(splice, index, SentryProfileScan.FILENAME, SourcePath.of(original.source()));
      mapped.add(DebugImages.name(scripts().get(frame.script())));
    }

    @Override
    public void keep(ProfileFrame frame) {
      unmapped.add(DebugImages.name(scripts().get(frame.script())));
    }

    @Override
    public void finish() {
      if (!mapped.isEmpty() && debugMeta != null) {
        removeImages(debugMeta);
      }
    }

    private void removeImages(Span whole) {
      List<DebugImage> all = images.all();
      if (all.stream().noneMatch(this::isKept)) {
        splice.removeMember(whole);
        return;
      }
      boolean isBehindKept = false;
      for (int i = 0; i < all.size(); i++) {
        Span place = all.get(i).place();
        if (isKept(all.get(i))) {
          isBehindKept = true;
        } else if (isBehindKept) {
          splice.remove(new Span(all.get(i - 1).place().end(), place.end()));
        } else {
          splice.remove(new Span(place.start(), all.get(i + 1).place().start()));
        }
      }
    }

    private boolean isKept(DebugImage image) {
      if (image.script() == null) {
        return true;
      }
      String script = DebugImages.name(image.script());
      return !mapped.contains(script) || unmapped.contains(script);
    }
  }
}
