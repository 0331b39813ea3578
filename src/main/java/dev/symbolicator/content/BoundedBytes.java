package dev.symbolicator.content;

import dev.symbolicator.content.Decoder.ByteSource;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers bytes in pieces up to a limit. Each piece is charged to the lease before it is allocated.
 * Pieces grow with the bytes that have come so far, so memory follows the sent length. An array of
 * the announced length replaces the pieces once a quarter of that length is there. Otherwise {@link
 * #join} needs the memory twice, while it copies.
 */
final class BoundedBytes {
  private static final int SMALLEST_PIECE = 1024;
  private static final int LARGEST_PIECE = 256 * 1024; // well below half a region of G1
  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** Memory may be as many times the sent length, so that announcing alone takes no memory. */
  private static final int MOST_AHEAD = 4;

  private final long maxBytes;
  private final ByteBudget.Lease lease;
  private final long heldBefore;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] last = new byte[0];
  private int inLast;
  private long size;
  private long announced;

  BoundedBytes(long maxBytes, ByteBudget.Lease lease) {
    this.maxBytes = maxBytes;
    this.lease = lease;
    this.heldBefore = lease.held();
  }

  /** Announces the number of bytes, which may turn out to be wrong. */
  void expect(long length) {
    announced = length <= Math.min(maxBytes, LARGEST_ARRAY) ? length : 0;
  }

  /** Appends bytes; returns null if they fit, or else the failure. */
  @Nullable Decoding append(byte[] bytes, int from, int length) {
    return append(
        length,
        (start, end, into, at) -> System.arraycopy(bytes, from + start, into, at, end - start));
  }

  /** Like {@link #append(byte[], int, int)}, for all bytes of a source. */
  @Nullable Decoding append(int length, ByteSource bytes) {
    if (length > maxBytes - size) {
      return new Decoding.TooLarge(maxBytes);
    }
    int at = 0;
    while (at < length) {
      if (inLast == last.length && !addPiece(length - at)) {
        return new Decoding.OverBudget();
      }
      int now = Math.min(length - at, last.length - inLast);
      bytes.copy(at, at + now, last, inLast);
      inLast += now;
      at += now;
      size += now;
    }
    return null;
  }

  private boolean addPiece(int wanted) {
    long here = size + wanted;
    if (here <= announced && announced <= MOST_AHEAD * here && addWhole()) {
      return true;
    }
    long piece = Math.max(SMALLEST_PIECE, Math.max(wanted, size / 2));
    piece = Math.min(Math.min(piece, LARGEST_PIECE), maxBytes - size);
    if (!lease.grow(piece)) {
      return false;
    }
    if (last.length > 0) {
      full.add(last);
    }
    last = new byte[(int) piece];
    inLast = 0;
    return true;
  }

  /** Replaces the pieces by an array of the announced length, if the budget has room for both. */
  private boolean addWhole() {
    if (!lease.grow(announced + lease.besides(announced))) {
      return false;
    }
    last = copy((int) announced);
    inLast = (int) size;
    full.clear();
    lease.shrinkTo(heldBefore + announced);
    return true;
  }

  private byte[] copy(int length) {
    byte[] copy = new byte[length];
    int at = 0;
    for (byte[] piece : full) {
      System.arraycopy(piece, 0, copy, at, piece.length);
      at += piece.length;
    }
    System.arraycopy(last, 0, copy, at, inLast);
    return copy;
  }

  /** Returns the number of appended bytes. */
  long size() {
    return size;
  }

  /** Returns the first bytes that tell a coding; all bytes if they are fewer. */
  byte[] first() {
    return full.isEmpty()
        ? Arrays.copyOf(last, Math.min(inLast, ContentCoding.LONGEST_MAGIC))
        : Arrays.copyOf(full.get(0), ContentCoding.LONGEST_MAGIC);
  }

  /** Returns all appended bytes in one array, which alone stays charged to the lease. */
  Decoding join() {
    if (size > LARGEST_ARRAY) {
      return new Decoding.TooLarge(LARGEST_ARRAY);
    }
    byte[] joined = last;
    if (size != last.length) {
      if (!lease.grow(size + lease.besides(size))) {
        return new Decoding.OverBudget();
      }
      joined = copy((int) size);
    }
    full.clear();
    last = new byte[0];
    inLast = 0;
    lease.shrinkTo(heldBefore + size);
    size = 0;
    return new Decoding.Decoded(joined);
  }

  /** Returns views of all appended bytes, in order. */
  List<ByteBuffer> views() {
    List<ByteBuffer> views = new ArrayList<>();
    full.forEach(piece -> views.add(ByteBuffer.wrap(piece)));
    views.add(ByteBuffer.wrap(last, 0, inLast));
    return views;
  }

  /** Drops all bytes and gives their memory back to the budget. */
  void clear() {
    full.clear();
    last = new byte[0];
    inLast = 0;
    size = 0;
    lease.shrinkTo(heldBefore);
  }
}
