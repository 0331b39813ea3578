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
 * <p>Beyond the standard, index maps may be nested, {@code sourceRoot: ""} counts as absent, an
 * absolute source URL takes no {@code sourceRoot}, and {@code x_google_ignoreList} is read without
 * {@code ignoreList}. Of duplicate keys the last one counts, as in {@code JSON.parse}. The
 * structure of the JSON text is validated, the content of a string only if it is used, so not the
 * texts of sources.
 */
public final class SourceMapReader {

  private SourceMapReader() {}

  /**
   * Reads a map as it was served: UTF-8, possibly behind a byte order mark or the prefix {@code
   * )]}'} and the rest of its line. {@link SourceTexts} keep the array, which is not charged and
   * must not change; the map does not. The map stays charged.
   */
  public static SourceMapReading read(byte[] json, ReadOptions options, Allowance allowance) {
    ProblemLog problems = new ProblemLog(options);
    try (Allowance structure = allowance.part()) {
      MapMembers members = MapMembersParser.parse(json, options.limits(), structure);
      return new MapDecoder(json, options, problems, allowance).decode(members);
    } catch (MapRejectedException rejected) {
      return new SourceMapReading.Rejected(rejected.problem);
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

  public sealed interface SourceMapReading {

    /**
     * The map was read. The texts keep the JSON text reachable; of the tolerated errors at most
     * {@link SourceMapLimits#problems()} are kept.
     */
    record Read(SourceMap map, SourceTexts texts, List<SourceMapProblem> problems, int problemCount)
        implements SourceMapReading {
      public Read {
        problems = List.copyOf(problems);
      }
    }

    record Rejected(SourceMapProblem problem) implements SourceMapReading {}
  }

  /**
   * How to read: against the map's own URL after redirects, or the generated file's if the map came
   * in a {@code data:} URL; null leaves source URLs relative.
   */
  public record ReadOptions(@Nullable WebUrl baseUrl, Mode mode, SourceMapLimits limits) {

    public enum Mode {
      /** An error that the standard lets a reader tolerate rejects the map. */
      STRICT,
      /** Such an error is reported as a problem; all that is certain is still read. */
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
   * Bounds on the contents of a map, so that a hostile one costs only time and memory proportional
   * to its size. A map that exceeds a bound is rejected: mappings, sources, names and nested
   * sections over all sections; UTF-16 units of all source URLs, each with {@code sourceRoot} and
   * base URL. Problems beyond theirs are only counted.
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

    public static final int MAX_NESTING = 1_000;

    /** Several times the needs of the largest published maps (3.1 million segments). */
    public static final SourceMapLimits DEFAULT =
        new SourceMapLimits(
            10_000_000, 10_000_000, 250_000, 32 << 20, 5_000_000, 100_000, MAX_NESTING, 100);

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
