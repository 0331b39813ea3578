package dev.symbolicator.content;

import dev.symbolicator.memory.ByteBudget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Undoes a body's content codings under a limit of decoded bytes and a lease of the byte budget.
 *
 * <p>A body that arrives in pieces is collected as it was sent, up to the same limit, and decoded
 * by {@link #finish}:
 *
 * <pre>{@code
 * Decoder decoder = new Decoder(codings, maxBytes, lease);
 * while (decoder.accept(nextPiece())) {}
 * Decoding decoding = decoder.finish();
 * }</pre>
 *
 * <p>Where two codings were applied, the bytes between them keep to the limit too, so the work is
 * bounded. Used by one thread at a time; nothing else may change the lease meanwhile.
 */
public final class Decoder {
  private final long maxBytes;
  private final ByteBudget.Lease lease;
  private final long heldBefore;
  private final List<ContentCoding> codings;
  private final BoundedBytes received;
  private @Nullable Decoding failure;

  /**
   * A decoder of one body.
   *
   * @param maxBytes how many bytes may come in, and come out
   * @param lease charged with the memory: on success it has grown by the length of the result, on
   *     failure by nothing
   */
  public Decoder(ContentCodings.Supported codings, long maxBytes, ByteBudget.Lease lease) {
    this.maxBytes = maxBytes;
    this.lease = lease;
    this.heldBefore = lease.held();
    this.codings = codings.applied();
    this.received = new BoundedBytes(maxBytes, lease);
  }

  /** Undoes the codings of a body that is there as a whole. */
  public static Decoding decode(
      byte[] encoded, ContentCodings.Supported codings, long maxBytes, ByteBudget.Lease lease) {
    List<ContentCoding> applied = codings.applied();
    if (!applied.isEmpty()) {
      return undo(encoded, applied, maxBytes, lease, lease.held());
    }
    if (encoded.length > maxBytes) {
      return new Decoding.TooLarge(maxBytes);
    }
    return lease.grow(encoded.length) ? new Decoding.Decoded(encoded) : new Decoding.OverBudget();
  }

  /**
   * Takes the next bytes of the encoded body, which are copied.
   *
   * @return false if the body has failed, so that no more of it is wanted
   */
  public boolean accept(byte[] bytes) {
    if (failure == null) {
      failure = received.append(bytes, 0, bytes.length);
    }
    return failure == null;
  }

  /** Ends the body and decodes it. Called once. */
  public Decoding finish() {
    Decoding whole = failure == null ? received.join() : failure;
    if (!(whole instanceof Decoding.Decoded encoded)) {
      received.clear();
      lease.shrinkTo(heldBefore);
      return whole;
    }
    return undo(encoded.bytes(), codings, maxBytes, lease, heldBefore);
  }

  private static Decoding undo(
      byte[] encoded,
      List<ContentCoding> applied,
      long maxBytes,
      ByteBudget.Lease lease,
      long heldBefore) {
    byte[] bytes = encoded;
    for (int i = applied.size() - 1; i >= 0; i--) {
      Decoding undone = undo(bytes, applied.get(i), maxBytes, lease);
      if (!(undone instanceof Decoding.Decoded decoded)) {
        lease.shrinkTo(heldBefore);
        return undone;
      }
      bytes = decoded.bytes();
    }
    lease.shrinkTo(heldBefore + bytes.length);
    return new Decoding.Decoded(bytes);
  }

  private static Decoding undo(
      byte[] encoded, ContentCoding coding, long maxBytes, ByteBudget.Lease lease) {
    BoundedBytes out = new BoundedBytes(maxBytes, lease);
    Decoding problem = PulledDecoders.decode(coding, encoded, out, lease);
    return problem == null ? out.join() : problem;
  }
}
