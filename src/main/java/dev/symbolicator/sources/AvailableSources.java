package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SourceTexts;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts of a script's sources; fetched ones are charged until the sources are closed. */
public final class AvailableSources implements AutoCloseable {
  private final SourceTexts embedded;
  private final int[] fileOf;

  private final int[] firstOf;

  private final Map<Integer, Fetched> fetched;
  private final boolean lackSome;
  private final boolean lackSomeForNow;

  /** Sources with equal URLs share a file's number; -1, or beyond the array, means none. */
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

  public static AvailableSources embedded(SourceTexts texts) {
    return new AvailableSources(texts, new int[0], Map.of(), false, false);
  }

  public boolean lackSome() {
    return lackSome;
  }

  /** Tells whether a missing text may be there soon, without anyone's action. */
  public boolean lackSomeForNow() {
    return lackSomeForNow;
  }

  /** Returns the first source with the same fetched file; embedded texts count singly. */
  public int first(int source) {
    return isFetched(source) ? firstOf[fileOf[source]] : source;
  }

  private boolean isFetched(int source) {
    return source < fileOf.length && fetched.containsKey(fileOf[source]);
  }

  /**
   * Returns a source's text; null if it is unknown. The text is decoded at each call. The memory of
   * decoding is charged meanwhile, the text is not.
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
