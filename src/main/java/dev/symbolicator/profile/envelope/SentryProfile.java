package dev.symbolicator.profile.envelope;

import dev.symbolicator.profile.OriginalFrame;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ScriptBuild;
import dev.symbolicator.profile.envelope.DebugImages.DebugImage;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.json.Span;
import dev.symbolicator.profile.json.Splice;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Sentry profile.
 *
 * <p>Sentry maps frames again whose script is among {@code debug_meta.images}. So the scripts whose
 * frames were all mapped are removed from there, and {@code debug_meta} with the last of them.
 */
final class SentryProfile implements Profile {
  private final JsonText text;
  private final List<String> scripts;
  private final FrameTable frames;
  private final DebugImages images;
  private final @Nullable Span debugMeta;
  private final @Nullable String release;

  SentryProfile(
      JsonText text,
      List<String> scripts,
      FrameTable frames,
      DebugImages images,
      @Nullable Span debugMeta,
      @Nullable String release) {
    this.text = text;
    this.scripts = scripts;
    this.frames = frames;
    this.images = images;
    this.debugMeta = debugMeta;
    this.release = release;
  }

  @Override
  public String format() {
    return "sentry-profile";
  }

  @Override
  public List<String> scripts() {
    return scripts;
  }

  @Override
  public ScriptBuild build(int script) {
    return new ScriptBuild(release, images.debugIdOf(scripts.get(script)));
  }

  @Override
  public List<ProfileFrame> frames() {
    return frames.frames();
  }

  @Override
  public int sourcesPerFrame() {
    return 2;
  }

  @Override
  public void write(
      Function<ProfileFrame, @Nullable OriginalFrame> answers,
      byte @Nullable [] report,
      OutputStream out)
      throws IOException {
    Splice splice = new Splice(text);
    Set<String> unmapped = new HashSet<>();
    boolean isMapped = false;
    for (ProfileFrame frame : frames.frames()) {
      OriginalFrame original = frame.hasPosition() ? answers.apply(frame) : null;
      if (original == null) {
        unmapped.add(scripts.get(frame.script()));
      } else {
        rewrite(frame, original, splice);
        isMapped = true;
      }
    }
    if (isMapped && debugMeta != null) {
      removeImages(debugMeta, unmapped, splice);
    }
    splice.writeTo(out);
  }

  private void rewrite(ProfileFrame frame, OriginalFrame original, Splice splice) {
    int index = frame.index();
    frames.putName(splice, frame, original.name());
    frames.putString(splice, index, FrameTable.SCRIPT, original.source());
    frames.putPosition(splice, frame, original, 1);
    frames.putString(splice, index, SentryProfileScan.FILENAME, SourcePath.of(original.source()));
  }

  private void removeImages(Span whole, Set<String> unmapped, Splice splice) {
    if (images.all().stream().noneMatch(image -> isKept(image, unmapped))) {
      splice.remove(text.member(whole));
      return;
    }
    List<DebugImage> all = images.all();
    boolean isBehindKept = false;
    for (int i = 0; i < all.size(); i++) {
      Span place = all.get(i).place();
      if (isKept(all.get(i), unmapped)) {
        isBehindKept = true;
      } else if (isBehindKept) {
        splice.remove(new Span(all.get(i - 1).place().end(), place.end()));
      } else {
        splice.remove(new Span(place.start(), all.get(i + 1).place().start()));
      }
    }
  }

  private static boolean isKept(DebugImage image, Set<String> unmapped) {
    return image.script() == null || unmapped.contains(image.script());
  }
}
