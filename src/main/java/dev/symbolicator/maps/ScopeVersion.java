package dev.symbolicator.maps;

/**
 * A version of a scope's entries. Two of them are equal if no entry has changed in between.
 *
 * @param changes as {@link MapIndex#changes} counts them
 */
record ScopeVersion(String scope, MapIndex index, long changes) {

  static ScopeVersion of(JournaledIndex shared, String scope) {
    MapIndex index = shared.index();
    return new ScopeVersion(scope, index, index.changes(scope));
  }

  /** Counts the content to which the scope's entries refer now. */
  StoredContent content() {
    return StoredContent.of(index, scope);
  }
}
