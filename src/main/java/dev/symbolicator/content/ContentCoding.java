package dev.symbolicator.content;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.util.Native;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A content coding that can be undone (RFC 9110, section 8.4.1; RFC 7932; RFC 8878). */
public enum ContentCoding {
  IDENTITY,
  GZIP,
  BR,
  ZSTD,
  /** The format zlib of RFC 1950, which section 8.4.1.2 of RFC 9110 calls deflate. */
  DEFLATE;

  /** The most bytes by which a body shows its coding. */
  static final int LONGEST_MAGIC = 4;

  private static final int GZIP_MAGIC = 0x1f8b;
  private static final int ZSTD_MAGIC = 0x28b5;
  private static final int ZSTD_MAGIC_END = 0x2ffd;
  private static final int ZLIB_WINDOW = 0x78;
  private static final int ZLIB_CHECK = 31;

  /** Returns the coding that first bytes show: no text begins like one. br cannot be recognised. */
  public static ContentCoding ofFirstBytes(byte[] body) {
    int first = body.length < 2 ? 0 : (body[0] & 0xff) << 8 | (body[1] & 0xff);
    if (first == GZIP_MAGIC) {
      return GZIP;
    }
    if (first == ZSTD_MAGIC
        && body.length >= 4
        && ((body[2] & 0xff) << 8 | (body[3] & 0xff)) == ZSTD_MAGIC_END) {
      return ZSTD;
    }
    return first >> 8 == ZLIB_WINDOW && first % ZLIB_CHECK == 0 ? DEFLATE : IDENTITY;
  }

  /** Returns the coding with a case-insensitive name, gzip for {@code x-gzip}; null if unknown. */
  static @Nullable ContentCoding named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      case "br" -> BR;
      case "zstd" -> ZSTD;
      case "deflate" -> DEFLATE;
      default -> null;
    };
  }

  /**
   * Libraries of br and zstd, loaded from the temporary folder, which fails where that is read-only
   * or noexec; then their bodies are refused, and answers have another coding.
   */
  public static final class NativeCodecs {
    private static final Set<ContentCoding> NATIVE =
        EnumSet.of(ContentCoding.BR, ContentCoding.ZSTD);

    /** Why a library is missing, by its coding; null as long as none was loaded. */
    private static volatile @Nullable Map<ContentCoding, String> missing;

    private NativeCodecs() {}

    /** Loads the libraries once, in 0.1 s. Returns why a coding cannot be loaded. */
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
}
