package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonException;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MapMembers.MapMembersParser;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads source maps as ECMA-426 describes them.
 *
 * <pre>{@code
 * SourceMapReading reading = SourceMapReader.read(bytes, ReadOptions.lenient(mapUrl), allowance);
 * if (reading instanceof SourceMapReading.Read read) {
 *   Mapping mapping = read.map().find(line, column);
 * }
 * }</pre>
 *
 * <p>Beyond the standard, index maps may be nested, {@code sourceRoot: ""} counts as absent, and an
 * absolute source URL takes no {@code sourceRoot}. {@code x_google_ignoreList} is read if {@code
 * ignoreList} is absent. Of duplicate JSON keys the last one counts, as in {@code JSON.parse}. The
 * structure of the whole JSON text is validated. The content of a string is validated only if the
 * reader uses it, so not the texts of sources.
 */
public final class SourceMapReader {

  private SourceMapReader() {}

  /**
   * Reads a map. Returns {@link SourceMapReading.Rejected} for bytes that are not a map.
   *
   * @param json the map as it was served: UTF-8, possibly behind a byte order mark or the prefix
   *     {@code )]}'} and the rest of its line. The {@link SourceTexts} keep the array, so it must
   *     not change afterwards; the map does not keep the array. The array itself is not charged.
   * @param allowance charged for the map, and stays charged after this method returns
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public static SourceMapReading read(byte[] json, ReadOptions options, Allowance allowance) {
    ProblemLog problems = new ProblemLog(options);
    try (Allowance structure = allowance.part()) {
      MapMembers members = MapMembersParser.parse(json, options.limits(), structure);
      return new MapDecoder(json, options, problems, allowance).decode(members);
    } catch (MapRejectedException rejected) {
      return new SourceMapReading.Rejected(rejected.problem());
    } catch (JsonException refused) {
      MapProblemKind kind =
          refused.fault() == JsonException.Fault.TOO_DEEP
              ? MapProblemKind.NESTED_TOO_DEEPLY
              : MapProblemKind.NOT_JSON;
      return new SourceMapReading.Rejected(
          new SourceMapProblem(kind, refused.offset(), "Not JSON: " + refused.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException("Reading an array cannot fail.", e);
    }
  }

  /** The outcome of reading a source map. */
  public sealed interface SourceMapReading {

    /**
     * The map was read.
     *
     * @param map the map
     * @param texts the texts of its sources and its other members; they keep the JSON text
     *     reachable
     * @param problems the tolerated errors in the order they were found, at most {@link
     *     SourceMapLimits#problems()}; empty in strict mode
     * @param problemCount the number of tolerated errors, including those beyond the limit
     */
    record Read(SourceMap map, SourceTexts texts, List<SourceMapProblem> problems, int problemCount)
        implements SourceMapReading {
      /** Keeps a copy of the list. */
      public Read {
        problems = List.copyOf(problems);
      }
    }

    /**
     * The map cannot be used.
     *
     * @param problem the reason
     */
    record Rejected(SourceMapProblem problem) implements SourceMapReading {}
  }

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

  /**
   * Bounds on the contents of a map, so that a hostile map costs only time and memory proportional
   * to its size. A map that exceeds a bound is rejected; a map that just reaches a bound is read.
   *
   * @param segments mappings, over all sections
   * @param generatedLines lines of the generated file, mapped or not
   * @param sources sources, over all sections
   * @param sourceUrlChars UTF-16 units in all source URLs together, each with its {@code
   *     sourceRoot} and the base URL before it
   * @param names names, over all sections
   * @param sections sections of index maps, nested ones included
   * @param nesting levels of JSON arrays and objects inside one another
   * @param problems problems that are kept; further ones are only counted
   */
  public record SourceMapLimits(
      int segments,
      int generatedLines,
      int sources,
      int sourceUrlChars,
      int names,
      int sections,
      int nesting,
      int problems) {

    /** The greatest value of {@link #nesting()}, since index maps are read by recursion. */
    public static final int MAX_NESTING = 1_000;

    /** Several times the needs of the largest published maps (3.1 million segments). */
    public static final SourceMapLimits DEFAULT =
        new SourceMapLimits(
            10_000_000, 10_000_000, 250_000, 32 << 20, 5_000_000, 100_000, MAX_NESTING, 100);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if a limit is negative, or the nesting exceeds {@link
     *     #MAX_NESTING}
     */
    public SourceMapLimits {
      if (nesting > MAX_NESTING) {
        throw new IllegalArgumentException("nesting must be at most " + MAX_NESTING);
      }
      if (segments < 0
          || generatedLines < 0
          || sources < 0
          || sourceUrlChars < 0
          || names < 0
          || sections < 0
          || nesting < 0
          || problems < 0) {
        throw new IllegalArgumentException("limits must not be negative");
      }
    }
  }
}
