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
 * <p>Beyond the standard's text, index maps may be nested, {@code sourceRoot: ""} counts as absent,
 * an absolute source URL takes no {@code sourceRoot}, and {@code x_google_ignoreList} is read where
 * {@code ignoreList} is absent. Of duplicate JSON keys the last one counts, as for {@code
 * JSON.parse}. The whole structure of the JSON text is validated; within strings only those are
 * that are read when the map is opened, so not the texts of sources.
 */
public final class SourceMapReader {

  private SourceMapReader() {}

  /**
   * Reads a map. Bytes that are no map are an answer and no exception.
   *
   * @param json the map as it was served: UTF-8, possibly behind a byte order mark or the prefix
   *     {@code )]}'} and the rest of its line. The {@link SourceTexts} keep the array, so it must
   *     not be changed afterwards; the map does not. The array itself is not charged.
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
