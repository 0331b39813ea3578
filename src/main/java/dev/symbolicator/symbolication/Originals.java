package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.symbols.Symbol;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The original positions and names of a profile's frames. A source that many frames share is kept
 * once. The bytes that the originals add to the answer are counted before the answer is written: a
 * source map may have one very long name for a million frames.
 */
final class Originals {
  private static final int NUMBERS_BYTES = 40;

  /** The bytes of a member besides its value. */
  private static final int MEMBER_BYTES = 14;

  private final @Nullable OriginalFrame[] frames;
  private final int sourcesPerFrame;
  private final Map<String, Source> sources = new HashMap<>();
  private final int generated;
  private final int strange;
  private int mapped;
  private long added;

  /**
   * A source that was seen.
   *
   * @param bytes the most that its URL takes in the answer
   */
  private record Source(String url, long bytes) {}

  /**
   * Makes originals of which none is known yet.
   *
   * @param sourcesPerFrame like {@link dev.symbolicator.profile.Profile#sourcesPerFrame}
   * @param generated the frames of functions that have no original in the map
   * @param strange the frames that no function of their script can have
   */
  Originals(int frames, int sourcesPerFrame, int generated, int strange) {
    this.generated = generated;
    this.strange = strange;
    this.frames = new OriginalFrame[frames];
    this.sourcesPerFrame = sourcesPerFrame;
  }

  void put(int frame, Symbol symbol, String profiledName) {
    String url = symbol.source();
    if (url == null) {
      throw new IllegalArgumentException("an original needs a place");
    }
    Source source = sources.get(url);
    if (source == null) {
      source = new Source(url, jsonBytes(url));
      sources.put(source.url(), source);
      added += source.bytes();
    }
    added += sourcesPerFrame * source.bytes();
    String name = symbol.name() != null ? symbol.name() : GarbledNames.repair(profiledName);
    boolean isPlain = symbol.hasPlainName();
    if (!name.equals(profiledName)) {
      added += isPlain ? MEMBER_BYTES + JsonSize.plain(name) : jsonBytes(name);
    }
    added += NUMBERS_BYTES;
    mapped++;
    frames[frame] = new OriginalFrame(source.url(), symbol.line(), symbol.column(), name, isPlain);
  }

  /** Returns the most bytes that a string takes in the answer, including its member's name. */
  static long jsonBytes(String text) {
    return MEMBER_BYTES + JsonSize.most(text);
  }

  /** Returns the original of a frame by its index; null if there is none. */
  @Nullable OriginalFrame get(int frame) {
    return frames[frame];
  }

  /** Returns how many frames have an original. */
  int mapped() {
    return mapped;
  }

  /** Returns how many frames are of functions that have no original in the map. */
  int generated() {
    return generated;
  }

  /** Returns how many frames no function of their script can have. */
  int strange() {
    return strange;
  }

  /** Returns how many frames there are. */
  int total() {
    return frames.length;
  }

  /** Returns the most bytes by which the answer is longer than the profile. */
  long addedBytes() {
    return added;
  }
}
