package dev.symbolicator.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One limit for all bytes in flight: request bodies, fetched bodies, decoded copies of both, and
 * what reading and compiling them takes. Whoever holds bytes charges them to a lease before
 * allocating, and closes the lease when they are let go. Thread-safe.
 */
public final class ByteBudget {
  /** See {@link Lease#besides}. */
  private static final int SHARE_OF_A_PIECE = 6;

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /**
   * @param limit bytes that all leases together may hold; not negative
   */
  public ByteBudget(long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("A byte budget cannot be negative: " + limit);
    }
    this.limit = limit;
  }

  /** A new lease that holds nothing yet. */
  public Lease open() {
    return new Lease();
  }

  /** Bytes held by all open leases. */
  public long used() {
    return used.get();
  }

  /** Bytes that all leases together may hold. */
  public long limit() {
    return limit;
  }

  private boolean take(long bytes) {
    long before = used.get();
    while (bytes <= limit - before) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  /** What one holder has taken from the budget. Thread-safe. */
  public final class Lease implements AutoCloseable {
    private long held;
    private boolean closed;
    private boolean passesLimitAlone;

    private Lease() {}

    /**
     * Takes {@code bytes} more from the budget.
     *
     * @return false if the budget has not that much left or the lease is closed; nothing is taken
     *     then
     */
    public synchronized boolean grow(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("A lease cannot grow by " + bytes);
      }
      if (closed || !take(bytes)) {
        passesLimitAlone = !closed && bytes > limit - held;
        return false;
      }
      held += bytes;
      return true;
    }

    /**
     * Takes bytes for a piece of memory that is let go on its own, also where this lease is closed
     * before.
     *
     * @param bytes how many, which this lease does not hold
     * @param largest how many of them lie in one piece, for which {@link #besides} is taken too
     * @return null if the budget has not that much left or this lease is closed
     */
    public synchronized @Nullable Lease growApart(long bytes, long largest) {
      long taken = bytes + besides(largest);
      if (!grow(taken)) {
        return null;
      }
      held -= taken;
      Lease apart = new Lease();
      apart.held = taken;
      return apart;
    }

    /** Gives back all but {@code bytes}; nothing happens if the lease holds no more than that. */
    public synchronized void shrinkTo(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("A lease cannot hold " + bytes);
      }
      if (bytes < held) {
        used.addAndGet(bytes - held);
        held = bytes;
      }
    }

    /** Whether it was refused more than there is even for one alone, so that to wait is no help. */
    public synchronized boolean passesLimitAlone() {
      return passesLimitAlone;
    }

    /** The budget's limit. */
    public long limit() {
      return limit;
    }

    /**
     * How many bytes have to be free besides those of a piece that is about to be allocated: what
     * is larger than a share of the budget has to lie in one generation of the heap, and what is
     * free in the other is of no use to it.
     */
    public long besides(long piece) {
      return Math.max(0, piece - limit / SHARE_OF_A_PIECE);
    }

    /** Bytes that any lease could still take. */
    public long left() {
      return limit - used.get();
    }

    /** Bytes this lease holds. */
    public synchronized long held() {
      return held;
    }

    /** Gives everything back, for good. Closing again does nothing. */
    @Override
    public synchronized void close() {
      shrinkTo(0);
      closed = true;
    }
  }
}
