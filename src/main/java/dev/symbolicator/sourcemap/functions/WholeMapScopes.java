package dev.symbolicator.sourcemap.functions;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scopes of all sources in one string. All are decoded when the first source is asked for: only
 * decoding finds where a source's part begins, and the tables take less memory than the string.
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
