package dev.symbolicator.memory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Charges a {@link ByteBudget} for one piece of work whose memory cannot be predicted. The work
 * takes its arrays and growing columns here, so the work is stopped before it fills the heap.
 *
 * <p>{@link Exceeded} ends the work if too little of the budget is left. The exception passes
 * through all callers like an {@link OutOfMemoryError}, up to the entry of the work ({@code
 * ProfileReader}, {@code Symbolicator}, {@code TableCompiler}, {@code SourceMapUpload}), which
 * makes a result or a refusal of it.
 *
 * <p>An array that may grow starts as {@link #ints} and is replaced by {@link #resize}. Columns
 * outside of hot loops are {@link Ints} and {@link Longs}.
 *
 * <p>Not safe to share between threads.
 */
public final class Allowance implements AutoCloseable {
  /** Bytes by which the lease grows and shrinks, so that small stores rarely change the lease. */
  private static final long STEP = 1 << 16;

  /**
   * Most heap bytes for decoding each byte of a text that is not all ASCII. The JDK begins with one
   * byte for each character and goes on with two if one is too few. When the number of characters
   * is known, the JDK copies them.
   */
  private static final int MOST_BYTES_DECODING = 4;

  private final ByteBudget.@Nullable Lease lease;
  private final boolean isShared;
  private final @Nullable Allowance whole;
  private long granted;
  private long held;

  private Allowance(ByteBudget.@Nullable Lease lease, boolean isShared, @Nullable Allowance whole) {
    this.lease = lease;
    this.isShared = isShared;
    this.whole = whole;
  }

  /** Makes an allowance that takes from a lease. The lease must hold nothing else. */
  public static Allowance of(ByteBudget.Lease lease) {
    return new Allowance(lease, false, null);
  }

  /**
   * Makes an allowance that takes from a lease which holds other bytes too. Bytes that are given
   * back are kept for further use.
   */
  public static Allowance within(ByteBudget.Lease lease) {
    return new Allowance(lease, true, null);
  }

  /** Makes an allowance that charges nothing, for memory that is charged or bounded elsewhere. */
  public static Allowance unlimited() {
    return new Allowance(null, true, null);
  }

  /** Makes a part of this allowance, for memory that is released before the rest. */
  public Allowance part() {
    return new Allowance(null, isShared, this);
  }

  /**
   * Charges bytes that are about to be allocated.
   *
   * @throws Exceeded if fewer are left; nothing is charged then
   */
  public void take(long bytes) {
    if (whole != null) {
      whole.take(bytes);
    } else if (lease != null) {
      reserve(bytes, lease);
    }
    held += bytes;
  }

  /**
   * Charges bytes, and two for each UTF-16 unit of a text.
   *
   * @throws Exceeded if fewer are left; nothing is charged then
   */
  public void take(long bytes, String text) {
    take(bytes + 2L * text.length());
  }

  private void reserve(long bytes, ByteBudget.Lease from) {
    long missing = held + bytes - (isShared ? granted : from.held());
    long besides = isShared ? 0 : from.besides(bytes);
    if (missing <= 0 && besides == 0) {
      return;
    }
    long more = missing <= 0 ? 0 : missing + STEP - 1 - (missing - 1) % STEP;
    boolean tooLarge = from.left() - missing < besides;
    if (tooLarge || (more > 0 && !from.grow(more))) {
      throw new Exceeded(held + bytes + besides, isShared ? Long.MAX_VALUE : from.limit());
    }
    granted += more;
  }

  /** Gives back bytes that are no longer reachable. */
  public void giveBack(long bytes) {
    held -= bytes;
    if (whole != null) {
      whole.giveBack(bytes);
    } else if (lease != null && !isShared && lease.held() - held > 2 * STEP) {
      lease.shrinkTo(held + STEP);
    }
  }

  /**
   * Charges an array of bytes and allocates the array.
   *
   * @throws Exceeded if too little is left
   */
  public byte[] bytes(int length) {
    take(length);
    return new byte[length];
  }

  /** Like {@link #bytes}, but for ints. */
  public int[] ints(int length) {
    take((long) Integer.BYTES * length);
    return new int[length];
  }

  /** Like {@link #bytes}, but for longs. */
  public long[] longs(int length) {
    take((long) Long.BYTES * length);
    return new long[length];
  }

  /**
   * Copies an array to another length and gives back the memory of the given array. This allowance
   * must have been charged for the given array. Both arrays are charged during the copy.
   *
   * @throws Exceeded if too little is left; the given array stays charged then
   */
  public byte[] resize(byte[] array, int length) {
    take(length);
    byte[] resized = Arrays.copyOf(array, length);
    giveBack(array.length);
    return resized;
  }

  /** Like {@link #resize(byte[], int)}, but for ints. */
  public int[] resize(int[] array, int length) {
    take((long) Integer.BYTES * length);
    int[] resized = Arrays.copyOf(array, length);
    giveBack((long) Integer.BYTES * array.length);
    return resized;
  }

  /** Like {@link #resize(byte[], int)}, but for longs. */
  public long[] resize(long[] array, int length) {
    take((long) Long.BYTES * length);
    long[] resized = Arrays.copyOf(array, length);
    giveBack((long) Long.BYTES * array.length);
    return resized;
  }

  /**
   * Decodes UTF-8. Invalid bytes become U+FFFD. The memory of decoding is charged meanwhile, the
   * returned text is not.
   *
   * @throws Exceeded if too little is left
   */
  public String decode(byte[] utf8) {
    try (Allowance decoding = part()) {
      decoding.take((isAscii(utf8) ? 1L : MOST_BYTES_DECODING) * utf8.length);
      return new String(utf8, StandardCharsets.UTF_8);
    }
  }

  private static boolean isAscii(byte[] bytes) {
    int all = 0;
    for (byte b : bytes) {
      all |= b;
    }
    return all >= 0;
  }

  /** Returns the bytes that are charged and not given back, those of parts included. */
  public long held() {
    return held;
  }

  /** Gives everything back. */
  @Override
  public void close() {
    giveBack(held);
  }

  /** Ends work that needs more memory than is left for it. */
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
     * Tells whether the work would need more than the whole budget, so that waiting cannot help.
     *
     * @param besides bytes that are charged for the same work elsewhere
     */
    public boolean passesLimitAlone(long besides) {
      return needed > limit - besides;
    }
  }
}
