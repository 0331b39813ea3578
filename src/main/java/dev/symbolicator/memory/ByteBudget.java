package dev.symbolicator.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits all bytes in flight: request bodies, fetched bodies, decoded copies of both, and the
 * memory to read and compile them. A holder of bytes charges a lease before allocating, and closes
 * the lease when the bytes are released. Thread-safe.
 */
public final class ByteBudget {
  /** A piece of up to one such part of the limit needs no extra room: {@link Lease#besides}. */
  private static final int SHARE_OF_A_PIECE = 6;

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /**
   * Makes a budget of which nothing is used.
   *
   * @param limit bytes that all leases together may hold; not negative
   */
  public ByteBudget(long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("A byte budget cannot be negative: " + limit);
    }
    this.limit = limit;
  }

  /** Opens a lease that holds nothing yet. */
  public Lease open() {
    return new Lease();
  }

  /** Returns the bytes that all open leases hold. */
  public long used() {
    return used.get();
  }

  /** Returns the bytes that all leases together may hold. */
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

  /** The bytes that one holder has taken from the budget. Thread-safe. */
  public final class Lease implements AutoCloseable {
    private long held;
    private boolean closed;
    private boolean passesLimitAlone;
    private int holds;

    private Lease() {}

    /**
     * Takes {@code bytes} more from the budget.
     *
     * @return false if the budget has less left or the lease is closed; nothing is taken then
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
     * Takes bytes into a new lease, for memory that may be released after this lease is closed.
     *
     * @param bytes the number of bytes; this lease does not hold them
     * @param largest the bytes of the largest single piece; {@link #besides} of it is taken too
     * @return the new lease; null if the budget has less left or this lease is closed
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

    /** Gives back all but {@code bytes}. A lease that holds no more stays as it is. */
    public synchronized void shrinkTo(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("A lease cannot hold " + bytes);
      }
      if (bytes < held) {
        used.addAndGet(bytes - held);
        held = bytes;
      }
    }

    /**
     * Tells whether the last refusal to grow was for more than the whole budget, so that waiting
     * cannot help.
     */
    public synchronized boolean passesLimitAlone() {
      return passesLimitAlone;
    }

    /** Returns the budget's limit, in bytes. */
    public long limit() {
      return limit;
    }

    /**
     * Returns how many bytes must be free besides those of a piece that is about to be allocated. A
     * piece of more than a sixth of the budget must fit in one generation of the heap. Free memory
     * in the other generation is of no use to such a piece.
     */
    public long besides(long piece) {
      return Math.max(0, piece - limit / SHARE_OF_A_PIECE);
    }

    /** Returns the bytes that any lease could still take. */
    public long left() {
      return limit - used.get();
    }

    /** Returns the bytes that this lease holds. */
    public synchronized long held() {
      return held;
    }

    /**
     * Keeps the bytes of this lease charged until the hold is closed. For work on another thread,
     * which may still use the bytes when the owner closes this lease.
     *
     * @return null if this lease is closed already
     */
    public synchronized @Nullable Hold hold() {
      if (closed) {
        return null;
      }
      holds++;
      return new Hold(this);
    }

    private synchronized void endHold() {
      holds--;
      giveBackIfUnused();
    }

    private void giveBackIfUnused() {
      if (closed && holds == 0) {
        shrinkTo(0);
      }
    }

    /** Tells whether the owner has closed this lease, so that work for the owner can end. */
    public synchronized boolean isClosed() {
      return closed;
    }

    /**
     * Refuses to grow from now on. Gives everything back once there is no {@link #hold}. Closing
     * again does nothing.
     */
    @Override
    public synchronized void close() {
      closed = true;
      giveBackIfUnused();
    }
  }

  /** Keeps the bytes of a lease charged. */
  public static final class Hold implements AutoCloseable {
    private final Lease lease;
    private boolean ended;

    private Hold(Lease lease) {
      this.lease = lease;
    }

    /** Ends the hold. Closing again does nothing. */
    @Override
    public synchronized void close() {
      if (!ended) {
        ended = true;
        lease.endHold();
      }
    }
  }
}
