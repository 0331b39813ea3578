package dev.symbolicator.script;

/**
 * Until when a copy may be used. All times are milliseconds since 1970.
 *
 * @param storable whether it may be kept longer than this process runs, and shown to others
 * @param freshUntil until then nobody needs to ask whether it is still right
 * @param staleUntil until then it may be used while somebody asks
 * @param errorUntil until then it may be used if nobody can be asked
 */
record Expiry(boolean storable, long freshUntil, long staleUntil, long errorUntil) {

  /** What may be done with a copy now. */
  enum Use {
    /** Use it. */
    FRESH,
    /** Use it, and ask whether it is still right. */
    STALE,
    /** Ask before it is used. */
    EXPIRED
  }

  Use at(long now) {
    if (now < freshUntil) {
      return Use.FRESH;
    }
    return now < staleUntil ? Use.STALE : Use.EXPIRED;
  }

  /** Whether it may be used although its origin could not be asked. */
  boolean outlivesErrorsAt(long now) {
    return now < errorUntil;
  }

  /** The expiry of what needs both of two answers. */
  Expiry and(Expiry other) {
    return new Expiry(
        storable && other.storable,
        Math.min(freshUntil, other.freshUntil),
        Math.min(staleUntil, other.staleUntil),
        Math.min(errorUntil, other.errorUntil));
  }
}
