package dev.symbolicator.content;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.util.Native;
import java.util.ArrayList;
import java.util.List;

/**
 * The native libraries of br and zstd. Each is copied to the temporary folder and loaded from
 * there, which fails on other platforms, and where the folder is read-only or mounted noexec. The
 * codings that need the library are not offered then.
 */
public final class NativeCodecs {
  private static volatile boolean hasBrotli;
  private static volatile boolean hasZstd;

  private NativeCodecs() {}

  /**
   * Loads the libraries, which takes 0.1 s. Loading again does nothing.
   *
   * @return for each library that cannot be loaded, its name and the reason
   */
  public static synchronized List<String> load() {
    List<String> missing = new ArrayList<>();
    hasBrotli = Brotli4jLoader.isAvailable();
    if (!hasBrotli) {
      missing.add("br: " + Brotli4jLoader.getUnavailabilityCause());
    }
    try {
      Native.load();
      hasZstd = true;
    } catch (LinkageError | RuntimeException failed) {
      missing.add("zstd: " + failed);
    }
    return missing;
  }

  /** Tells whether the library of br is loaded. */
  static boolean hasBrotli() {
    return hasBrotli;
  }

  /** Tells whether the library of zstd is loaded. */
  static boolean hasZstd() {
    return hasZstd;
  }
}
