package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceTexts;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a script's original sources. Fetched texts are charged to the byte budget until the
 * sources are closed.
 */
public final class AvailableSources implements AutoCloseable {
  private final SourceTexts embedded;
  private final int[] fileOf;

  /** The first source of each file, by the files' numbers. */
  private final int[] firstOf;

  private final Map<Integer, Fetched> fetched;
  private final boolean lackSome;
  private final boolean lackSomeForNow;

  /**
   * @param fileOf for each source the number of its file, -1 for none; sources with equal URLs
   *     share a file, and sources beyond the array have none
   * @param fetched the files, by their numbers
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

  /** Returns only the texts that the map holds itself. */
  public static AvailableSources embedded(SourceTexts texts) {
    return new AvailableSources(texts, new int[0], Map.of(), false, false);
  }

  /** Tells whether a missing text may be there later. */
  public boolean lackSome() {
    return lackSome;
  }

  /** Tells whether a missing text may be there soon, without anyone's action. */
  public boolean lackSomeForNow() {
    return lackSomeForNow;
  }

  /**
   * Returns the 0-based index of the first source with the same fetched file. A source whose text
   * the map holds counts as a file of its own: such texts together are no larger than the map.
   */
  public int first(int source) {
    return isFetched(source) ? firstOf[fileOf[source]] : source;
  }

  private boolean isFetched(int source) {
    return source < fileOf.length && fetched.containsKey(fileOf[source]);
  }

  /**
   * Returns the text of a source by its 0-based index, decoded anew at each call; null if unknown.
   *
   * @param allowance charged with decoding; the text itself is not charged
   * @throws Allowance.Exceeded if there is not enough memory
   */
  public @Nullable String get(int source, Allowance allowance) {
    Fetched file = isFetched(source) ? fetched.get(fileOf[source]) : null;
    return file == null ? embedded.content(source, allowance) : allowance.decode(file.body());
  }

  @Override
  public void close() {
    fetched.values().forEach(Fetched::close);
  }
}
