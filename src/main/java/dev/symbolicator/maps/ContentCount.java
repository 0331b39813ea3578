package dev.symbolicator.maps;

import org.jspecify.annotations.Nullable;

/** Counts a scope's content anew only after the scope has changed. Not thread-safe. */
final class ContentCount {
  private final JournaledIndex shared;
  private @Nullable Counted last;

  private record Counted(String scope, MapIndex index, long changes, StoredContent content) {}

  ContentCount(JournaledIndex shared) {
    this.shared = shared;
  }

  StoredContent of(String scope) {
    MapIndex index = shared.index();
    long changes = index.changes(scope);
    Counted known = last;
    if (known == null
        || !known.scope.equals(scope)
        || known.index != index
        || known.changes != changes) {
      known = new Counted(scope, index, changes, StoredContent.of(index, scope));
      last = known;
    }
    return known.content;
  }

  /** Lets the memory go. */
  void forget() {
    last = null;
  }
}
