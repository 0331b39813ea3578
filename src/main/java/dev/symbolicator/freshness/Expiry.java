package dev.symbolicator.freshness;

/**
 * The times until which a file version may be used, in milliseconds since 1970.
 *
 * @param storable whether the version may outlive this process and be shared with other instances
 * @param freshUntil the end of the time in which the version is used without asking its origin
 * @param staleUntil the end of the time in which the version is used while its origin is asked
 * @param errorUntil the end of the time in which the version is used while its origin is
 *     unreachable
 */
public record Expiry(boolean storable, long freshUntil, long staleUntil, long errorUntil) {

  /** The ways in which a version may be used. */
  public enum Use {
    /** Use the version. */
    FRESH,
    /** Use the version and ask its origin meanwhile. */
    STALE,
    /** Ask the origin before using the version. */
    EXPIRED
  }

  /** Returns how the version may be used at a time. */
  public Use at(long now) {
    if (now < freshUntil) {
      return Use.FRESH;
    }
    return now < staleUntil ? Use.STALE : Use.EXPIRED;
  }

  /** Tells whether the version may be used at a time although its origin is unreachable. */
  public boolean outlivesErrorsAt(long now) {
    return now < errorUntil;
  }

  /** Returns the expiry of a result that was made from two versions. */
  public Expiry and(Expiry other) {
    return new Expiry(
        storable && other.storable,
        Math.min(freshUntil, other.freshUntil),
        Math.min(staleUntil, other.staleUntil),
        Math.min(errorUntil, other.errorUntil));
  }
}
