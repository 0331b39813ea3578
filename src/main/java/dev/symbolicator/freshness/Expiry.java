package dev.symbolicator.freshness;

/**
 * How long a version may be used, in milliseconds since 1970: without asking its origin, while
 * asking, and while the origin is unreachable. A storable one may outlive this process.
 */
public record Expiry(boolean storable, long freshUntil, long staleUntil, long errorUntil) {

  public enum Use {
    /** Use the version. */
    FRESH,
    /** Use the version and ask its origin meanwhile. */
    STALE,
    /** Ask the origin before using the version. */
    EXPIRED
  }

  public Use at(long now) {
    if (now < freshUntil) {
      return Use.FRESH;
    }
    return now < staleUntil ? Use.STALE : Use.EXPIRED;
  }

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
