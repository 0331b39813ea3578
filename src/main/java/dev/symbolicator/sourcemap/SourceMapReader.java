package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;

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
    }
  }
}
