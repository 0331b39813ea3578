package dev.symbolicator.maps;

import dev.symbolicator.url.WebUrl;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows that a key offers for one script, and the choice among them. */
final class Candidates {
  private final ScopeRows rows;
  private final ScriptRef ref;
  private final String url;
  private final byte @Nullable [] debugId;
  private final byte @Nullable [] hash;

  Candidates(ScopeRows rows, ScriptRef ref) {
    this.rows = rows;
    this.ref = ref;
    url = ref.url().href();
    debugId = ref.debugId() == null ? null : EntryRow.debugId(ref.debugId());
    hash = ref.sha256() == null ? null : EntryRow.hash(ref.sha256());
  }

  RowList withDebugId(String id) {
    return rows.withDebugId(id).where(this::mayAnswer);
  }

  /** Tells whether an entry has a debug ID, which may perhaps answer other URLs only. */
  boolean hasElsewhere(String id) {
    return !rows.withDebugId(id).isEmpty();
  }

  RowList withContent(String sha256) {
    return rows.withContent(sha256).where(this::mayAnswer);
  }

  RowList ofBuild(ScriptName name, @Nullable String release) {
    return rows.ofBuild(name, release).where(this::mayAnswer);
  }

  RowList ofScript(ScriptName name) {
    return rows.ofScript(name).where(this::mayAnswer);
  }

  RowList ofFile(String file, int most) {
    return rows.ofFile(file, most);
  }

  MapEntry entry(int row) {
    return rows.entry(row);
  }

  private boolean mayAnswer(int row) {
    int prefixes = EntryRow.prefixes(rows.row(row));
    return prefixes == SharedValues.NONE
        || rows.shared().texts(prefixes).stream()
            .map(WebUrl::comparable)
            .anyMatch(WebUrl.comparable(url)::startsWith);
  }

  /**
   * Tells whether a row has the profile's debug ID, or may have it. A script that was uploaded with
   * its map and has no debug ID is another one.
   */
  boolean fitsDebugId(int row) {
    return fitsDebugId(rows.row(row), debugId);
  }

  /** Tells whether a row contradicts neither the profile's debug ID nor its hash. */
  boolean fits(int row) {
    return fitsDebugId(row) && fitsContent(rows.row(row), hash);
  }

  private boolean fits(int row, @Nullable BuildIdentity web) {
    if (web == null || !fits(row)) {
      return fits(row);
    }
    String id = web.debugId();
    return fitsDebugId(rows.row(row), id == null ? null : EntryRow.debugId(id))
        && fitsContent(rows.row(row), EntryRow.hash(web.script().sha256()));
  }

  private static boolean fitsDebugId(byte[] row, byte @Nullable [] id) {
    return id == null
        || (EntryRow.hasDebugId(row) ? EntryRow.hasDebugId(row, id) : !EntryRow.hasContent(row));
  }

  private static boolean fitsContent(byte[] row, byte @Nullable [] sha256) {
    return sha256 == null || !EntryRow.hasContent(row) || EntryRow.hasContent(row, sha256);
  }

  boolean hasRelease(int row) {
    return EntryRow.release(rows.row(row)) != SharedValues.NONE;
  }

  /** Tells whether a row is of the profile's release, or the profile names none. */
  boolean isOfRelease(int row) {
    return ref.release() == null
        || EntryRow.release(rows.row(row)) == rows.shared().find(ref.release());
  }

  boolean haveOneMap(RowList some) {
    byte[] first = rows.row(some.get(0));
    return some.where(row -> !EntryRow.hasEqualMap(first, rows.row(row))).isEmpty();
  }

  /** Returns the newest row of each release and dist. */
  RowList latest(RowList some) {
    Map<Long, Integer> newest = new HashMap<>();
    for (int i = 0; i < some.size(); i++) {
      byte[] bytes = rows.row(some.get(i));
      long build = (long) EntryRow.release(bytes) << Integer.SIZE | EntryRow.dist(bytes);
      newest.merge(build, some.get(i), this::newer);
    }
    Set<Integer> latest = new HashSet<>(newest.values());
    return some.where(latest::contains);
  }

  /** Returns the row that was uploaded later; all instances agree. */
  private int newer(int row, int other) {
    byte[] bytes = rows.row(row);
    byte[] others = rows.row(other);
    int order = Long.compare(EntryRow.uploadedAt(bytes), EntryRow.uploadedAt(others));
    if (order == 0) {
      order = EntryRow.id(bytes).toString().compareTo(EntryRow.id(others).toString());
    }
    return order > 0 ? row : other;
  }

  /**
   * Chooses among rows of one script, of which the newest of each release and dist counts. Rows
   * without a dist come first. Others are chosen only if all have one map, since no profile names
   * its dist.
   *
   * @param web files whose identity the row must not contradict; null if unknown
   */
  Pick newest(RowList some, @Nullable BuildIdentity web) {
    RowList fitting = latest(some).where(row -> fits(row, web));
    if (fitting.isEmpty()) {
      return Pick.none(() -> "The upload has another debug ID, or its script other content.");
    }
    RowList plain = fitting.where(row -> EntryRow.dist(rows.row(row)) == SharedValues.NONE);
    RowList chosen = plain.isEmpty() ? fitting : plain;
    return haveOneMap(chosen)
        ? Pick.of(best(chosen, null))
        : Pick.none(
            () -> "The uploads of " + chosen.size() + " dists differ. Upload one without a dist.");
  }

  /**
   * Chooses among rows with one debug ID, which all have one map, except after two uploads at once.
   *
   * @param sha256 the hash of the script; null if unknown
   */
  Pick identified(RowList some, @Nullable String sha256) {
    if (haveOneMap(some)) {
      return Pick.of(best(some, sha256));
    }
    RowList exact =
        sha256 == null
            ? new RowList()
            : some.where(row -> EntryRow.hasContent(rows.row(row), EntryRow.hash(sha256)));
    return !exact.isEmpty() && haveOneMap(exact)
        ? Pick.of(best(exact, sha256))
        : Pick.none(() -> "Different maps have this debug ID. Delete the wrong ones.");
  }

  /** Chooses the script with the hash, then with the URL, then of the release, then the newest. */
  int best(RowList some, @Nullable String sha256) {
    byte[] wanted = sha256 == null ? null : EntryRow.hash(sha256);
    int best = some.get(0);
    for (int i = 1; i < some.size(); i++) {
      int row = some.get(i);
      int order = Integer.compare(rank(row, wanted), rank(best, wanted));
      best = order > 0 || (order == 0 && newer(row, best) == row) ? row : best;
    }
    return best;
  }

  private int rank(int row, byte @Nullable [] sha256) {
    byte[] bytes = rows.row(row);
    boolean hasContent = sha256 != null && EntryRow.hasContent(bytes, sha256);
    boolean hasUrl = rows.hasScript(row, url);
    boolean isOfRelease = ref.release() != null && isOfRelease(row);
    return (hasContent ? 4 : 0) | (hasUrl ? 2 : 0) | (isOfRelease ? 1 : 0);
  }
}
