package dev.symbolicator.sources;

import dev.symbolicator.content.Allowance;
import dev.symbolicator.content.Utf8;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.sourcemap.SourceTexts;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a script's original sources. Those that were fetched are charged to the byte budget
 * until this is closed.
 */
public final class OriginalTexts implements AutoCloseable {
  private final SourceTexts embedded;
  private final Map<Integer, Fetched> fetched;

  OriginalTexts(SourceTexts embedded, Map<Integer, Fetched> fetched) {
    this.embedded = embedded;
    this.fetched = fetched;
  }

  /**
   * The text of a source by its index, decoded anew at each call; null where it is not known.
   *
   * @param allowance for decoding it; what the text itself takes is not asked for
   * @throws Allowance.Exceeded where that is not enough
   */
  public @Nullable String get(int source, Allowance allowance) {
    Fetched file = fetched.get(source);
    return file == null ? embedded.content(source, allowance) : Utf8.decode(file.body(), allowance);
  }

  @Override
  public void close() {
    fetched.values().forEach(Fetched::close);
  }
}
