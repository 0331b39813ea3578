package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;

/**
 * Reads source maps as ECMA-426 describes them.
 *
 * <pre>{@code
 * SourceMapReading reading = SourceMapReader.read(bytes, ReadOptions.lenient(mapUrl));
 * if (reading instanceof SourceMapReading.Read read) {
 *   Mapping mapping = read.map().find(line, column);
 * }
 * }</pre>
 *
 * <p>Beyond the standard's text, index maps may be nested, {@code sourceRoot: ""} counts as absent,
 * an absolute source URL takes no {@code sourceRoot}, and {@code x_google_ignoreList} is read where
 * {@code ignoreList} is absent. Of duplicate JSON keys the last one counts, as for {@code
 * JSON.parse}. The whole structure of the JSON text is validated; within strings only those are
 * that are read when the map is opened, so not the texts of sources.
 */
public final class SourceMapReader {

  private SourceMapReader() {}

  /**
   * Reads a map. Never throws, whatever the bytes are.
   *
   * @param json the map as it was served: UTF-8, possibly behind a byte order mark or the prefix
   *     {@code )]}'} and the rest of its line. The {@link SourceTexts} keep the array, so it must
   *     not be changed afterwards; the map does not.
   */
  public static SourceMapReading read(byte[] json, ReadOptions options) {
    return read(json, options, Allowance.unlimited());
  }

  /**
   * Reads a map in as much memory as is allowed.
   *
   * @param json as above; what it takes itself is not asked for
   * @param allowance what the map takes is left taken
   * @throws Allowance.Exceeded where that is not enough, and nothing else
   */
  public static SourceMapReading read(byte[] json, ReadOptions options, Allowance allowance) {
    ProblemLog problems = new ProblemLog(options);
    try (Allowance structure = allowance.part()) {
      MapMembers members = MapMembersParser.parse(json, options.limits(), structure);
      return new MapDecoder(json, options, problems, allowance).decode(members);
    } catch (MapRejectedException rejected) {
      return new SourceMapReading.Rejected(rejected.problem());
    }
  }
}
