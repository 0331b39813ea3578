package dev.symbolicator.maps;

import org.jspecify.annotations.Nullable;

/** Counts a scope's content anew only after the scope has changed. Not thread-safe. */
final class ContentCount {
  private final JournaledIndex shared;
  private @Nullable Counted last;

  private record Counted(ScopeVersion version, StoredContent content) {}

  ContentCount(JournaledIndex shared) {
    this.shared = shared;
  }

  StoredContent of(String scope) {
    ScopeVersion version = ScopeVersion.of(shared, scope);
    Counted known = last;
    if (known == null || !known.version.equals(version)) {
      known = new Counted(version, version.content());
      last = known;
    }
    return known.content;
  }

  /** Lets the memory go. */
  void forget() {
    last = null;
  }
}
