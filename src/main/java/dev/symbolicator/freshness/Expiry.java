package dev.symbolicator.freshness;

/**
 * Until when a file version may be used. All times are milliseconds since 1970.
 *
 * @param storable whether the version may outlive this process and be shared with other instances
 * @param freshUntil until then, the version is used without asking its origin
 * @param staleUntil until then, the version is used while its origin is asked
 * @param errorUntil until then, the version is used while its origin is unreachable
 */
public record Expiry(boolean storable, long freshUntil, long staleUntil, long errorUntil) {

  /** How a version may be used at some time. */
  public enum Use {
    /** Use the version. */
    FRESH,
    /** Use the version, and ask its origin meanwhile. */
    STALE,
    /** Ask the origin before the version is used. */
    EXPIRED
  }

  /** Returns how the version may be used now. */
  public Use at(long now) {
    if (now < freshUntil) {
      return Use.FRESH;
    }
    return now < staleUntil ? Use.STALE : Use.EXPIRED;
  }

  /** Tells whether the version may be used now although its origin is unreachable. */
  public boolean outlivesErrorsAt(long now) {
    return now < errorUntil;
  }

  /** Returns the expiry of something made of both versions. */
  public Expiry and(Expiry other) {
    return new Expiry(
        storable && other.storable,
        Math.min(freshUntil, other.freshUntil),
        Math.min(staleUntil, other.staleUntil),
        Math.min(errorUntil, other.errorUntil));
  }
}
