package dev.symbolicator.content;

import dev.symbolicator.memory.ByteBudget;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Undoes a body's content codings within a limit of decoded bytes and a lease of the byte budget.
 *
 * <p>A body that arrives in pieces is collected as it was sent, within the same limit, and decoded
 * by {@link #finish}:
 *
 * <pre>{@code
 * Decoder decoder = new Decoder(codings, maxBytes, lease);
 * while (decoder.accept(nextPiece())) {}
 * Decoding decoding = decoder.finish();
 * }</pre>
 *
 * <p>The limit also applies to the bytes between two codings, and so bounds the work. One thread at
 * a time may use a decoder, and only the decoder may change the lease meanwhile.
 */
public final class Decoder {
  private final long maxBytes;
  private final ByteBudget.Lease lease;
  private final long heldBefore;
  private final List<ContentCoding> codings;
  private final boolean isRecognised;
  private final BoundedBytes received;
  private @Nullable Decoding failure;

  /**
   * Makes a decoder of one body.
   *
   * @param maxBytes the largest length of the body as sent, and of the decoded body
   * @param lease charged with the memory. On success the lease has grown by the length of the
   *     result, on failure by nothing.
   */
  public Decoder(ContentCodings.Supported codings, long maxBytes, ByteBudget.Lease lease) {
    this(codings, maxBytes, lease, false);
  }

  /**
   * Makes a decoder of one body, which may show its coding by itself.
   *
   * @param isRecognised whether a body without codings is decoded if its first bytes are those of
   *     gzip, zstd or zlib; not for texts that may begin like zlib, such as scripts
   */
  public Decoder(
      ContentCodings.Supported codings,
      long maxBytes,
      ByteBudget.Lease lease,
      boolean isRecognised) {
    this.isRecognised = isRecognised && codings.applied().isEmpty();
    this.maxBytes = maxBytes;
    this.lease = lease;
    this.heldBefore = lease.held();
    this.codings = codings.applied();
    this.received = new BoundedBytes(maxBytes, lease);
  }

  /**
   * Announces the length of the body as sent, which saves a copy. The length may turn out to be
   * wrong.
   */
  public void expect(long length) {
    received.expect(length);
  }

  /**
   * Copies the next bytes of the encoded body.
   *
   * @return false if the body has failed, so that no more bytes are wanted
   */
  public boolean accept(byte[] bytes) {
    return accept(bytes, 0, bytes.length);
  }

  /** Like {@link #accept(byte[])}, for a part of the bytes. */
  public boolean accept(byte[] bytes, int from, int length) {
    if (failure == null) {
      failure = received.append(bytes, from, length);
    }
    return failure == null;
  }

  /** Like {@link #accept(byte[])}, for bytes in a buffer of another kind. */
  public boolean accept(int length, ByteSource bytes) {
    if (failure == null) {
      failure = received.append(length, bytes);
    }
    return failure == null;
  }

  /**
   * Returns views of the bytes that were collected so far, in order. For a caller that goes on
   * without this decoder; the bytes stay charged to the lease.
   */
  public List<ByteBuffer> collected() {
    return received.views();
  }

  /** Returns the number of bytes that were collected so far. */
  public long size() {
    return received.size();
  }

  /** Tells whether the collected bytes begin with an ASCII character. */
  public boolean beginsWith(char first) {
    return received.size() > 0 && received.first()[0] == first;
  }

  /**
   * Tells whether decoding the collected bytes takes a large window, like {@link
   * ContentCodings.Supported#needWindow}, but also for a coding that the bytes show.
   */
  public boolean needsWindow() {
    List<ContentCoding> applied = isRecognised ? recognised(received.first()) : codings;
    return new ContentCodings.Supported(applied).needWindow();
  }

  /** Decodes the collected body. Called once. */
  public Decoding finish() {
    Decoding whole = failure == null ? received.join() : failure;
    if (!(whole instanceof Decoding.Decoded encoded)) {
      received.clear();
      lease.shrinkTo(heldBefore);
      return whole;
    }
    return undo(encoded.bytes(), isRecognised ? recognised(encoded.bytes()) : codings);
  }

  /**
   * Like {@link #finish}, but also undoes gzip that no header declares: servers send files that are
   * stored compressed as they are, or compress them once more. No script and no JSON begins like
   * gzip.
   */
  public Decoding finishServed() {
    Decoding whole = finish();
    for (int i = 0;
        i < ContentCodings.MAX_CODINGS
            && whole instanceof Decoding.Decoded served
            && ContentCoding.ofFirstBytes(served.bytes()) == ContentCoding.GZIP;
        i++) {
      whole = undo(served.bytes(), List.of(ContentCoding.GZIP));
    }
    return whole;
  }

  /** Returns the coding that the body shows by itself. */
  private static List<ContentCoding> recognised(byte[] body) {
    ContentCoding coding = ContentCoding.ofFirstBytes(body);
    return coding == ContentCoding.IDENTITY ? List.of() : List.of(coding);
  }

  private Decoding undo(byte[] encoded, List<ContentCoding> applied) {
    byte[] bytes = encoded;
    for (int i = applied.size() - 1; i >= 0; i--) {
      Decoding undone = CodingDecoders.decode(applied.get(i), bytes, maxBytes, lease);
      if (!(undone instanceof Decoding.Decoded decoded)) {
        lease.shrinkTo(heldBefore);
        return undone;
      }
      bytes = decoded.bytes();
    }
    lease.shrinkTo(heldBefore + bytes.length);
    return new Decoding.Decoded(bytes);
  }
}
