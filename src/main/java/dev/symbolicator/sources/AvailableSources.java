package dev.symbolicator.sources;

import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Utf8;
import dev.symbolicator.sourcemap.SourceTexts;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a script's original sources. Those that were fetched are charged to the byte budget
 * until this is closed.
 */
public final class AvailableSources implements AutoCloseable {
  private final SourceTexts embedded;
  private final int[] fileOf;

  /** By the files' numbers the first source of each. */
  private final int[] firstOf;

  private final Map<Integer, Fetched> fetched;
  private final boolean lackSome;
  private final boolean lackSomeForNow;

  /**
   * @param fileOf for each source the number of its file, which those of the same URL share; there
   *     may be more sources than the array has
   * @param fetched by the files' numbers
   */
  AvailableSources(
      SourceTexts embedded,
      int[] fileOf,
      Map<Integer, Fetched> fetched,
      boolean lackSome,
      boolean lackSomeForNow) {
    this.embedded = embedded;
    this.fileOf = fileOf;
    this.fetched = fetched;
    firstOf = new int[1 + Arrays.stream(fileOf).max().orElse(-1)];
    for (int source = fileOf.length - 1; source >= 0; source--) {
      if (fileOf[source] >= 0) {
        firstOf[fileOf[source]] = source;
      }
    }
    this.lackSome = lackSome;
    this.lackSomeForNow = lackSomeForNow;
  }

  /** Those that the map holds itself. */
  public static AvailableSources embedded(SourceTexts texts) {
    return new AvailableSources(texts, new int[0], Map.of(), false, false);
  }

  /** Whether texts are missing that may be had later. */
  public boolean lackSome() {
    return lackSome;
  }

  /** Whether one of these may be had soon, without anybody doing anything. */
  public boolean lackSomeForNow() {
    return lackSomeForNow;
  }

  /**
   * The first source that is the same file, which was fetched for both. Sources whose texts the map
   * holds are files of their own, which cost no more than the map is large.
   */
  public int first(int source) {
    return isFetched(source) ? firstOf[fileOf[source]] : source;
  }

  private boolean isFetched(int source) {
    return source < fileOf.length && fetched.containsKey(fileOf[source]);
  }

  /**
   * The text of a source by its index, decoded anew at each call; null where it is not known.
   *
   * @param allowance for decoding it; what the text itself takes is not asked for
   * @throws Allowance.Exceeded where that is not enough
   */
  public @Nullable String get(int source, Allowance allowance) {
    Fetched file = isFetched(source) ? fetched.get(fileOf[source]) : null;
    return file == null ? embedded.content(source, allowance) : Utf8.decode(file.body(), allowance);
  }

  @Override
  public void close() {
    fetched.values().forEach(Fetched::close);
  }
}
