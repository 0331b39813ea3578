package dev.symbolicator.maps;

import org.jspecify.annotations.Nullable;

/**
 * Chooses entries by their keys. All keys that are not null must match. Reads rows, so that no
 * entry is made that is not chosen.
 *
 * @param script as {@link MapEntry#canonicalScript} returns it
 */
record EntryFilter(@Nullable String id, @Nullable String release, @Nullable String script) {

  RowList of(ScopeRows rows) {
    RowList some = script == null ? rows.all() : rows.ofScript(ScriptName.of(script));
    if (id != null) {
      EntryId known = EntryId.parse(id);
      int row = known == null ? ScopeRows.NONE : rows.find(known);
      some = some.where(each -> each == row);
    }
    int number = rows.shared().find(release);
    return release == null ? some : some.where(row -> EntryRow.release(rows.row(row)) == number);
  }
}
