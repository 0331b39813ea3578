package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.symbolication.FrameSymbols.GarbledNames;
import dev.symbolicator.symbols.Symbol;
import dev.symbolicator.symbols.Symbol.Origin;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The originals of a profile's frames, and the bytes that they add to the answer, counted before
 * writing: a map may have one very long name for a million frames.
 */
final class Originals {
  private static final int NUMBERS_BYTES = 40;

  private static final int MEMBER_BYTES = 14;

  private final @Nullable OriginalFrame[] frames;
  private final int sourcesPerFrame;
  private final Map<String, Source> sources = new HashMap<>();
  private final int generated;
  private final int strange;
  private final @Nullable FrameIdentity[] identities;
  private final int[] origins = new int[Origin.values().length];
  private int mapped;
  private long added;

  /** A source that was seen, and the most bytes of its URL in the answer. */
  private record Source(String url, long bytes) {}

  /** See {@link dev.symbolicator.profile.Profile#sourcesPerFrame}. */
  Originals(int frames, int sourcesPerFrame, int generated, int strange) {
    this(frames, sourcesPerFrame, generated, strange, new FrameIdentity[0]);
  }

  /** Makes originals of functions whose identities are known, unless there are none. */
  Originals(
      int frames,
      int sourcesPerFrame,
      int generated,
      int strange,
      @Nullable FrameIdentity[] identities) {
    this.identities = identities;
    this.generated = generated;
    this.strange = strange;
    this.frames = new OriginalFrame[frames];
    this.sourcesPerFrame = sourcesPerFrame;
  }

  @SuppressWarnings("EnumOrdinal") // The numbers do not outlive the process.
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
    origins[symbol.origin().ordinal()]++;
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

  boolean areAnnotated() {
    return identities.length > 0;
  }

  /** Returns which function a frame is; null if that is not known, or was not asked for. */
  @Nullable FrameIdentity identity(ProfileFrame frame) {
    return areAnnotated() ? identities[frame.index()] : null;
  }

  /** Returns how many mapped frames have an origin. */
  @SuppressWarnings("EnumOrdinal")
  int count(Origin origin) {
    return origins[origin.ordinal()];
  }

  int mapped() {
    return mapped;
  }

  int generated() {
    return generated;
  }

  int strange() {
    return strange;
  }

  int total() {
    return frames.length;
  }

  /** Returns the most bytes by which the answer is longer than the profile. */
  long addedBytes() {
    return added;
  }
}
