package dev.symbolicator.content;

import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.memory.ByteBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Undoes a body's codings within a limit, also between two codings, and a lease. Pieces are
 * collected as sent, then decoded:
 *
 * <pre>{@code
 * Decoder decoder = new Decoder(codings, maxBytes, lease);
 * while (decoder.accept(nextPiece())) {}
 * Decoding decoding = decoder.finish();
 * }</pre>
 *
 * <p>One thread at a time may use a decoder, and nobody else may change the lease meanwhile.
 */
public final class Decoder {
  private static final int BUFFER_BYTES = 16 * 1024;

  /** What each decoder takes besides a window of br or zstd: buffers, and the tables of zlib. */
  private static final long BESIDES_WINDOW = 64 << 10;

  public sealed interface Decoding {

    /** The body with its codings undone; the lease has grown by exactly {@code bytes.length}. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared; a copy of 64 MB would be a waste.
    record Decoded(byte[] bytes) implements Decoding {}

    /** The body has more than so many bytes, as sent or decoded. */
    record TooLarge(long limit) implements Decoding {}

    /** The body is damaged, cut off, or not encoded as said; the detail has possible reasons. */
    record Corrupt(String detail) implements Decoding {}

    /** The library of the body's coding cannot be loaded. */
    record NoLibrary(String detail) implements Decoding {}

    /** The byte budget had no room for the body or its decoder. */
    record OverBudget() implements Decoding {}
  }

  /** Bytes that can be copied into an array, such as a buffer of a network library. */
  @FunctionalInterface
  public interface ByteSource {
    /** Copies from {@code start} to before {@code end}, 0-based, to an array at {@code at}. */
    void copy(int start, int end, byte[] into, int at);
  }

  private final long maxBytes;
  private final ByteBudget.Lease lease;
  private final long heldBefore;
  private final List<ContentCoding> codings;
  private final boolean isRecognised;
  private final BoundedBytes received;
  private @Nullable Decoding failure;

  /** Limits the body as sent and decoded. The lease grows by the result, on failure by nothing. */
  public Decoder(ContentCodings.Supported codings, long maxBytes, ByteBudget.Lease lease) {
    this(codings, maxBytes, lease, false);
  }

  /** Recognises gzip, zstd and zlib too; not for scripts, which may begin like zlib. */
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

  /** Announces the length as sent, which saves a copy; it may turn out to be wrong. */
  public void expect(long length) {
    received.expect(length);
  }

  /** Copies bytes of the encoded body; false if it has failed, so that no more are wanted. */
  public boolean accept(byte[] bytes) {
    return accept(bytes, 0, bytes.length);
  }

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

  /** Returns views of the bytes, in order, which stay charged, to go on without this decoder. */
  public List<ByteBuffer> collected() {
    return received.views();
  }

  /** Returns the number of bytes that were collected so far. */
  public long size() {
    return received.size();
  }

  public boolean beginsWith(char first) {
    return received.size() > 0 && received.first()[0] == first;
  }

  /** Like {@link ContentCodings.Supported#needWindow}, also for a coding that the bytes show. */
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
   * Also undoes undeclared gzip, as servers send stored files; no script or JSON begins like it.
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
      Decoding undone = undo(applied.get(i), bytes);
      if (!(undone instanceof Decoding.Decoded decoded)) {
        lease.shrinkTo(heldBefore);
        return undone;
      }
      bytes = decoded.bytes();
    }
    lease.shrinkTo(heldBefore + bytes.length);
    return new Decoding.Decoded(bytes);
  }

  private Decoding undo(ContentCoding coding, byte[] encoded) {
    if (!NativeCodecs.canUse(coding)) {
      return new Decoding.NoLibrary(ContentCodings.missing(coding));
    }
    BoundedBytes out = new BoundedBytes(maxBytes, lease);
    try (ByteBudget.Lease besides = lease.growApart(BESIDES_WINDOW, 0);
        InputStream content =
            StreamDecoding.decoder(coding, new WantedBytes(encoded), this::memory)) {
      if (besides == null) {
        return new Decoding.OverBudget();
      }
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        Decoding passed = out.append(buffer, 0, count);
        if (passed != null) {
          return passed;
        }
      }
    } catch (StreamDecoding.NoRoom noRoom) {
      return new Decoding.OverBudget();
    } catch (IOException damaged) {
      return lease.isClosed() ? new Decoding.OverBudget() : corrupt(coding);
    }
    return out.join();
  }

  /** The memory stays charged until the decoder is closed, even if the lease is closed before. */
  private @Nullable Runnable memory(long bytes, long largest) {
    ByteBudget.Lease apart = lease.growApart(bytes, largest);
    return apart == null ? null : apart::close;
  }

  private static Decoding corrupt(ContentCoding coding) {
    return new Decoding.Corrupt(
        switch (coding) {
          case IDENTITY, GZIP -> "gzip: the body is damaged or cut off";
          case DEFLATE -> "deflate: the body is damaged, cut off, or has no zlib header";
          case BR -> "br: the body is damaged, cut off, or made to be slow";
          case ZSTD -> "zstd: the body is damaged, cut off, or needs a window of more than 8 MiB";
        });
  }

  /** Ends with an error once nobody waits for the content any longer. */
  private final class WantedBytes extends BulkInputStream {
    private final InputStream bytes;

    WantedBytes(byte[] bytes) {
      this.bytes = new ByteArrayInputStream(bytes);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (lease.isClosed()) {
        throw new IOException("the owner is gone");
      }
      return bytes.read(into, offset, length);
    }
  }

  /**
   * Bytes in pieces, each charged before its allocation, that grow with what has come. Once a
   * quarter of the announced length is there, one array replaces them; else {@link #join} needs it
   * twice.
   */
  private static final class BoundedBytes {
    private static final int SMALLEST_PIECE = 1024;
    private static final int LARGEST_PIECE = 256 * 1024; // well below half a region of G1
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /**
     * At most this many times the bytes that have come are taken: a length that is only announced
     * takes no memory.
     */
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
}
