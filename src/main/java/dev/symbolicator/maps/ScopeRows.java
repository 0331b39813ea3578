package dev.symbolicator.maps;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one scope, found by their keys. An entry has a row: its bytes, its last use and a
 * place in each table. Not thread-safe for writers.
 *
 * <p>A removed row stays in the chains of the tables without bytes, until the rows need room or
 * many are removed. Then all tables are made anew.
 */
final class ScopeRows {
  /** No row. */
  static final int NONE = KeyTable.END;

  private static final int FIRST_ROWS = 16;
  private static final int TABLES = 6;
  private static final int ARRAY_HEADER = 20;

  /** The most bytes of a row's place in all tables, just after they were made anew. */
  private static final int PLACES = 86;

  private final String scope;
  private SharedValues shared = new SharedValues();
  private byte[] @Nullable [] rows = new byte[FIRST_ROWS][];
  private int[] uses = new int[FIRST_ROWS];
  private int end;
  private int count;
  private long rowBytes;
  private long sumOfSizes;
  private long changes;

  private KeyTable ids = new KeyTable(FIRST_ROWS);
  private KeyTable debugIds = new KeyTable(FIRST_ROWS);
  private KeyTable contents = new KeyTable(FIRST_ROWS);
  private KeyTable builds = new KeyTable(FIRST_ROWS);
  private KeyTable scripts = new KeyTable(FIRST_ROWS);
  private KeyTable files = new KeyTable(FIRST_ROWS);

  ScopeRows(String scope) {
    this.scope = scope;
  }

  String scope() {
    return scope;
  }

  int count() {
    return count;
  }

  SharedValues shared() {
    return shared;
  }

  /** Returns the bytes of a row that was not removed. */
  byte[] row(int row) {
    return Objects.requireNonNull(rows[row]);
  }

  MapEntry entry(int row) {
    return EntryRow.read(row(row), scope, shared);
  }

  /** Tells whether a row's script is named by a URL or path, however that is encoded. */
  boolean hasScript(int row, String script) {
    return isScript(row(row), ScriptName.of(script).comparable());
  }

  /** Returns the row of an entry; {@link #NONE} if there is none. */
  int find(EntryId id) {
    for (int row = ids.first(idKey(id)); row != KeyTable.END; row = ids.next(row)) {
      byte[] bytes = rows[row];
      if (bytes != null && EntryRow.id(bytes).equals(id)) {
        return row;
      }
    }
    return NONE;
  }

  /** Adds an entry that has no row, and returns its row. */
  int add(EntryId id, MapEntry entry) {
    if (end == rows.length) {
      rebuild();
    }
    byte[] bytes = EntryRowWriter.write(id, entry, shared);
    int row = append(bytes, 0);
    count(bytes, 1);
    return row;
  }

  /** Replaces an entry by one with equal keys. */
  void replace(int row, EntryId id, MapEntry entry) {
    count(row(row), -1);
    rows[row] = EntryRowWriter.write(id, entry, shared);
    count(row(row), 1);
  }

  void remove(int row) {
    count(row(row), -1);
    rows[row] = null;
  }

  private void count(byte[] bytes, int sign) {
    changes++;
    count += sign;
    rowBytes += sign * (long) (bytes.length + ARRAY_HEADER);
    sumOfSizes += sign * LongStream.of(EntryRow.sizes(bytes)).sum();
  }

  /** Returns a number that grows with each change of an entry. */
  long changes() {
    return changes;
  }

  /** Returns the sizes of all maps and scripts, inflated, as if none had equal content. */
  long sumOfSizes() {
    return sumOfSizes;
  }

  /** Returns twice the day of the last use since 1970, plus one unless the journal has the day. */
  int use(int row) {
    return uses[row];
  }

  void setUse(int row, int use) {
    uses[row] = use;
  }

  /** Makes the tables anew, without the removed rows, with room for a third more. */
  private void rebuild() {
    byte[] @Nullable [] oldRows = rows;
    int[] oldUses = uses;
    int oldEnd = end;
    SharedValues oldShared = shared;
    int room = Math.max(FIRST_ROWS, count + count / 3);
    shared = new SharedValues();
    rows = new byte[room][];
    uses = new int[room];
    ids = new KeyTable(room);
    debugIds = new KeyTable(room);
    contents = new KeyTable(room);
    builds = new KeyTable(room);
    scripts = new KeyTable(room);
    files = new KeyTable(room);
    end = 0;
    for (int i = 0; i < oldEnd; i++) {
      byte[] bytes = oldRows[i];
      if (bytes != null) {
        EntryRow.renumber(bytes, oldShared, shared);
        append(bytes, oldUses[i]);
      }
    }
  }

  private int append(byte[] bytes, int use) {
    int row = end++;
    rows[row] = bytes;
    uses[row] = use;
    ids.put(idKey(EntryRow.id(bytes)), row);
    if (EntryRow.hasDebugId(bytes)) {
      debugIds.put(EntryRow.debugIdKey(bytes), row);
    }
    if (EntryRow.hasContent(bytes)) {
      contents.put(EntryRow.contentKey(bytes), row);
    }
    ScriptName script = script(bytes);
    int scriptKey = key(script.comparable());
    files.put(ScriptName.lookalike(script.file()).hashCode(), row);
    scripts.put(scriptKey, row);
    builds.put(key(scriptKey, EntryRow.release(bytes)), row);
    return row;
  }

  private ScriptName script(byte[] row) {
    return ScriptName.of(shared.text(EntryRow.directory(row)) + EntryRow.file(row));
  }

  private static int key(ScriptName comparable) {
    return key(comparable.file().hashCode(), comparable.directory().hashCode());
  }

  private static int idKey(EntryId id) {
    return (int) id.high();
  }

  private static int key(int key, int number) {
    return 31 * key + number;
  }

  RowList withDebugId(String debugId) {
    byte[] id = EntryRow.debugId(debugId);
    return chain(debugIds, EntryRow.idKey(id, 0), bytes -> EntryRow.hasDebugId(bytes, id));
  }

  RowList withContent(String sha256) {
    byte[] hash = EntryRow.hash(sha256);
    return chain(contents, EntryRow.key(hash), bytes -> EntryRow.hasContent(bytes, hash));
  }

  /** Returns the rows of a script, with exactly this query, in a release or without a release. */
  RowList ofBuild(ScriptName name, @Nullable String release) {
    ScriptName script = name.comparable();
    int number = shared.find(release);
    return chain(
        builds,
        key(key(script), number),
        bytes -> EntryRow.release(bytes) == number && isScript(bytes, script));
  }

  /** Returns the rows of a script, with exactly this query, in any release or none. */
  RowList ofScript(ScriptName name) {
    ScriptName script = name.comparable();
    return chain(scripts, key(script), bytes -> isScript(bytes, script));
  }

  private boolean isScript(byte[] row, ScriptName comparable) {
    return script(row).comparable().equals(comparable);
  }

  private RowList chain(KeyTable table, int key, Predicate<byte[]> condition) {
    RowList found = new RowList();
    for (int row = table.first(key); row != NONE; row = table.next(row)) {
      byte[] bytes = rows[row];
      if (bytes != null && condition.test(bytes)) {
        found.add(row);
      }
    }
    return found;
  }

  /**
   * Returns rows of scripts in any folder and origin, whose last segment looks like a given one.
   */
  RowList ofFile(String file, int most) {
    RowList found = new RowList();
    String wanted = ScriptName.lookalike(file);
    int row = files.first(wanted.hashCode());
    for (int seen = 0; row != NONE && seen < most; seen++) {
      byte[] bytes = rows[row];
      if (bytes != null && ScriptName.lookalike(script(bytes).file()).equals(wanted)) {
        found.add(row);
      }
      row = files.next(row);
    }
    return found;
  }

  /** Returns the row that follows a row, or the first row after {@link #NONE}. */
  int next(int row) {
    for (int next = row + 1; next < end; next++) {
      if (rows[next] != null) {
        return next;
      }
    }
    return NONE;
  }

  /** Returns all rows. */
  RowList all() {
    RowList all = new RowList();
    for (int row = next(NONE); row != NONE; row = next(row)) {
      all.add(row);
    }
    return all;
  }

  /** Calls an action with each entry. */
  void forEach(Consumer<MapEntry> action) {
    for (int row = next(NONE); row != NONE; row = next(row)) {
      action.accept(entry(row));
    }
  }

  /** Returns about how much heap the rows and tables take, in bytes, once the tables are remade. */
  long bytes() {
    long tables = 8L * rows.length + TABLES * ids.bytes();
    return rowBytes + shared.bytes() + Math.max(tables, (long) PLACES * count);
  }

  /** Returns by how much {@link #bytes} grows at most with a new entry, without shared values. */
  long bytesWithoutValues(MapEntry entry) {
    return (long) EntryRowWriter.mostBytes(entry) + ARRAY_HEADER + PLACES;
  }
}
