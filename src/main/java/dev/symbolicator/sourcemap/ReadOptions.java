package dev.symbolicator.sourcemap;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * Options for reading a map.
 *
 * @param baseUrl the URL that source URLs are relative to: the map's own URL after redirects, or
 *     the URL of the generated file if the map came in a {@code data:} URL. Null leaves relative
 *     source URLs relative.
 * @param mode the treatment of errors that the standard lets a reader report or ignore
 * @param limits bounds on the contents of the map
 */
public record ReadOptions(@Nullable WebUrl baseUrl, Mode mode, SourceMapLimits limits) {

  /** The treatment of errors that the standard lets a reader report or ignore. */
  public enum Mode {
    /** Each such error rejects the map. */
    STRICT,
    /** Each such error is reported as a problem; all that is certain is still read. */
    LENIENT
  }

  /** Returns options for lenient reading with the default limits, which suit a service. */
  public static ReadOptions lenient(@Nullable WebUrl baseUrl) {
    return new ReadOptions(baseUrl, Mode.LENIENT, SourceMapLimits.DEFAULT);
  }

  /** Returns options for strict reading with the default limits, which suit a validator. */
  public static ReadOptions strict(@Nullable WebUrl baseUrl) {
    return new ReadOptions(baseUrl, Mode.STRICT, SourceMapLimits.DEFAULT);
  }
}
