package dev.symbolicator.memory;

import org.jspecify.annotations.Nullable;

/**
 * What one piece of work takes of a {@link ByteBudget}: its growing stores ask here before they
 * allocate, so that work whose memory nobody can foretell is stopped before it fills the heap.
 *
 * <p>Where there is not enough, {@link Exceeded} ends the work. It passes through everything as an
 * {@link OutOfMemoryError} would, and whoever made the allowance catches it and makes a value of
 * it.
 *
 * <p>Not safe to share between threads.
 */
public final class Allowance implements AutoCloseable {
  /** The lease grows and shrinks by these steps, so that small stores cost it nothing. */
  private static final long STEP = 1 << 16;

  private final ByteBudget.@Nullable Lease lease;
  private final @Nullable Allowance whole;
  private long held;

  private Allowance(ByteBudget.@Nullable Lease lease, @Nullable Allowance whole) {
    this.lease = lease;
    this.whole = whole;
  }

  /** One that keeps accounts and refuses nothing. */
  public static Allowance unlimited() {
    return new Allowance(null, null);
  }

  /** One that takes from a lease, which holds nothing else. */
  public static Allowance of(ByteBudget.Lease lease) {
    return new Allowance(lease, null);
  }

  /** A part of this one, for what is let go before the rest. */
  public Allowance part() {
    return new Allowance(null, this);
  }

  /**
   * Takes bytes that are about to be allocated.
   *
   * @throws Exceeded where there are not so many left; nothing is taken then
   */
  public void take(long bytes) {
    if (whole != null) {
      whole.take(bytes);
    } else if (lease != null) {
      long missing = held + bytes - lease.held();
      long besides = lease.besides(bytes);
      boolean tooLarge = lease.left() - missing < besides;
      if (tooLarge || (missing > 0 && !lease.grow(missing + STEP - 1 - (missing - 1) % STEP))) {
        throw new Exceeded(held + bytes + besides, lease.limit());
      }
    }
    held += bytes;
  }

  /** Gives back bytes that are no longer reachable. */
  public void giveBack(long bytes) {
    held -= bytes;
    if (whole != null) {
      whole.giveBack(bytes);
    } else if (lease != null && lease.held() - held > 2 * STEP) {
      lease.shrinkTo(held + STEP);
    }
  }

  /** Bytes taken and not given back, those of parts included. */
  public long held() {
    return held;
  }

  /** Gives everything back. */
  @Override
  public void close() {
    giveBack(held);
  }

  /** The work needs more memory than there is left for it. */
  public static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final long needed;
    private final long limit;

    private Exceeded(long needed, long limit) {
      super("not enough memory is left", null, false, false);
      this.needed = needed;
      this.limit = limit;
    }

    /**
     * Whether the work would need more than the whole budget, so that to wait is no help.
     *
     * @param besides bytes that are charged for the same work elsewhere
     */
    public boolean passesLimitAlone(long besides) {
      return needed > limit - besides;
    }
  }
}
