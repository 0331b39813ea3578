package dev.symbolicator.sourcemap;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * How a map is read.
 *
 * @param baseUrl what source URLs are relative to: the map's own URL after redirects, or the
 *     generated file's where the map came in a {@code data:} URL. Null leaves relative source URLs
 *     relative.
 * @param mode what becomes of the errors that the standard lets a reader report or not
 * @param limits bounds on what the map may hold
 */
public record ReadOptions(@Nullable WebUrl baseUrl, Mode mode, SourceMapLimits limits) {

  /** What becomes of the errors that the standard lets a reader report or not. */
  public enum Mode {
    /** Each of them rejects the map. */
    STRICT,
    /** What can be read with certainty is used; each of them is reported as a problem. */
    LENIENT
  }

  /** Lenient reading with the default limits: what a service wants. */
  public static ReadOptions lenient(@Nullable WebUrl baseUrl) {
    return new ReadOptions(baseUrl, Mode.LENIENT, SourceMapLimits.DEFAULT);
  }

  /** Strict reading with the default limits: what a validator wants. */
  public static ReadOptions strict(@Nullable WebUrl baseUrl) {
    return new ReadOptions(baseUrl, Mode.STRICT, SourceMapLimits.DEFAULT);
  }

  /** The same with other limits. */
  public ReadOptions withLimits(SourceMapLimits newLimits) {
    return new ReadOptions(baseUrl, mode, newLimits);
  }
}
