package dev.symbolicator.content;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Undoes a body's content codings under a limit of decoded bytes and a lease of the byte budget.
 *
 * <p>Bodies that arrive in pieces:
 *
 * <pre>{@code
 * try (Decoder decoder = new Decoder(codings, maxBytes, lease)) {
 *   while (decoder.accept(nextPiece())) {}
 *   Decoding decoding = decoder.finish();
 * }
 * }</pre>
 *
 * <p>Plain and gzip bodies go over the limit with the piece that takes them there; br and zstd
 * bodies are collected, up to the same limit, and decoded by {@link #finish}. Where two codings
 * were applied, what comes out of the first to be undone may not be larger than the limit either,
 * so the work is bounded too. Used by one thread at a time; nothing else may change the lease
 * meanwhile.
 */
public final class Decoder implements AutoCloseable {
  private final long maxBytes;
  private final ByteBudget.Lease lease;
  private final long heldBefore;
  private final List<ContentCoding> codings;
  private final BoundedBytes received;
  private final @Nullable GzipInflater inflater;
  private @Nullable Decoding failure;

  /**
   * @param codings what to undo
   * @param maxBytes how many bytes may come out
   * @param lease what memory is charged to: on success it has grown by the length of the result, on
   *     failure by nothing
   */
  public Decoder(ContentCodings.Known codings, long maxBytes, ByteBudget.Lease lease) {
    this.maxBytes = maxBytes;
    this.lease = lease;
    this.heldBefore = lease.held();
    this.codings = codings.applied();
    this.received = new BoundedBytes(maxBytes, lease);
    this.inflater = last() == ContentCoding.GZIP ? new GzipInflater(received) : null;
  }

  private @Nullable ContentCoding last() {
    return codings.isEmpty() ? null : codings.get(codings.size() - 1);
  }

  /** Undoes the codings of a body that is there as a whole. */
  public static Decoding decode(
      byte[] encoded, ContentCodings.Known codings, long maxBytes, ByteBudget.Lease lease) {
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
      failure =
          inflater == null
              ? received.append(bytes, 0, bytes.length)
              : inflater.accept(bytes, 0, bytes.length);
    }
    return failure == null;
  }

  /** Ends the body and says what became of it. Called once. */
  public Decoding finish() {
    if (failure == null && inflater != null) {
      failure = inflater.finish();
    }
    if (failure != null) {
      return failed(failure);
    }
    Decoding first = received.join();
    if (!(first instanceof Decoding.Decoded decoded)) {
      return failed(first);
    }
    int left = inflater == null ? codings.size() : codings.size() - 1;
    return undo(decoded.bytes(), codings.subList(0, left), maxBytes, lease, heldBefore);
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
    Decoding problem =
        coding == ContentCoding.GZIP
            ? GzipInflater.inflateAll(encoded, out)
            : PulledCodings.decode(coding, encoded, out, lease);
    return problem == null ? out.join() : problem;
  }

  private Decoding failed(Decoding problem) {
    received.clear();
    lease.shrinkTo(heldBefore);
    return problem;
  }

  /** Lets go of what was not finished. The result of {@link #finish} stays charged. */
  @Override
  public void close() {
    if (inflater != null) {
      inflater.close();
    }
  }
}
