package dev.symbolicator.content;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.util.Native;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The native libraries of br and zstd. Each is copied to the temporary folder and loaded from
 * there, which fails on other platforms, and where the folder is read-only or mounted noexec. Then
 * bodies in its coding are refused, and answers have another coding.
 */
public final class NativeCodecs {
  private static final Set<ContentCoding> NATIVE = EnumSet.of(ContentCoding.BR, ContentCoding.ZSTD);

  /** Why a library is missing, by its coding; null as long as none was loaded. */
  private static volatile @Nullable Map<ContentCoding, String> missing;

  private NativeCodecs() {}

  /**
   * Loads the libraries, which takes 0.1 s. Loading again does nothing.
   *
   * @return for the coding of each library that cannot be loaded, the reason
   */
  public static synchronized Map<ContentCoding, String> load() {
    Map<ContentCoding, String> known = missing;
    if (known != null) {
      return known;
    }
    Map<ContentCoding, String> found = new LinkedHashMap<>();
    if (!Brotli4jLoader.isAvailable()) {
      found.put(ContentCoding.BR, String.valueOf(Brotli4jLoader.getUnavailabilityCause()));
    }
    try {
      Native.load();
    } catch (LinkageError | RuntimeException failed) {
      found.put(ContentCoding.ZSTD, failed.toString());
    }
    missing = Map.copyOf(found);
    return found;
  }

  /** Returns whether a coding can be used now: it needs no library, or its library is loaded. */
  static boolean isReady(ContentCoding coding) {
    Map<ContentCoding, String> known = missing;
    return !NATIVE.contains(coding) || (known != null && !known.containsKey(coding));
  }

  /** Loads the library of a coding that has one; returns whether the coding can be used. */
  static boolean canUse(ContentCoding coding) {
    return !NATIVE.contains(coding) || !load().containsKey(coding);
  }

  /** Returns whether loading the library of a coding has failed. */
  static boolean isMissing(ContentCoding coding) {
    Map<ContentCoding, String> known = missing;
    return known != null && known.containsKey(coding);
  }
}
