package dev.symbolicator.sourcemap.functions;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scopes in one string for all sources. They are decoded together when the first source is asked:
 * where a source's part begins is known only then, and the tables take less than the string does.
 */
final class WholeMapScopes implements FunctionsMember {

  private final OriginalNames names;
  private final int sourceCount;
  private @Nullable String text;
  private List<@Nullable SourceFunctions> tables = List.of();

  WholeMapScopes(String text, OriginalNames names, int sourceCount) {
    this.text = text;
    this.names = names;
    this.sourceCount = sourceCount;
  }

  @Override
  public @Nullable SourceFunctions table(int source, RowBudget budget)
      throws MalformedNamesException {
    if (text != null) {
      String whole = text;
      text = null;
      tables = ScopesDecoder.wholeMap(whole, names, sourceCount, budget);
    }
    return source < tables.size() ? tables.get(source) : null;
  }
}
