package dev.symbolicator.content;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.symbolicator.memory.BulkInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * Decodes zstd (RFC 8878) of any number of frames as bytes come; bytes behind are an error. The
 * library accepts a cut off further frame, and cannot say its memory; so headers are read here, and
 * windows limited and charged before.
 */
final class ZstdStream extends BulkInputStream {
  /** The largest window of the content coding zstd, in bytes (RFC 9659). */
  static final long MAX_WINDOW = 8 << 20;

  /** Tables of fixed sizes, and the buffers of two blocks of 128 KiB. */
  static final long BESIDES_WINDOW = 768 << 10;

  private static final int MAGIC = 0xfd2fb528;
  private static final int MAGIC_BYTES = 4;
  private static final int SINGLE_SEGMENT = 1 << 5;

  private final InputStream encoded;
  private final StreamDecoding.Memory memory;
  private final Buffers buffers = Buffers.take();
  private @Nullable ZstdDecompressCtx decoder;
  private Runnable giveBack = () -> {};
  private long charged;
  private boolean isInFrame;
  private boolean isFirst = true;
  private boolean mayHaveMore;
  private boolean isClosed;

  /** Memory outside the heap is freed late by the JVM, so it is used again. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Buffers(byte[] piece, ByteBuffer input, ByteBuffer content) {
    private static final ConcurrentLinkedDeque<Buffers> UNUSED = new ConcurrentLinkedDeque<>();
    private static final int INPUT_BYTES = 16 * 1024;
    private static final int CONTENT_BYTES = 64 * 1024;

    static Buffers take() {
      Buffers unused = UNUSED.poll();
      Buffers buffers =
          unused != null
              ? unused
              : new Buffers(
                  new byte[INPUT_BYTES],
                  ByteBuffer.allocateDirect(INPUT_BYTES).order(ByteOrder.LITTLE_ENDIAN),
                  ByteBuffer.allocateDirect(CONTENT_BYTES));
      buffers.input.clear().limit(0);
      buffers.content.clear().limit(0);
      return buffers;
    }
  }

  /** Makes a stream, which charges its window before the first byte is decoded. */
  ZstdStream(InputStream encoded, StreamDecoding.Memory memory) {
    this.encoded = encoded;
    this.memory = memory;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (isClosed) {
      throw new IOException("closed");
    }
    if (length == 0) {
      return 0;
    }
    while (!buffers.content.hasRemaining()) {
      if (isInFrame) {
        decode();
      } else if (!beginFrame()) {
        return -1;
      }
    }
    int count = Math.min(length, buffers.content.remaining());
    buffers.content.get(into, offset, count);
    return count;
  }

  /** Reads a frame's header (section 3.1.1.1); returns false at the end of the body. */
  private boolean beginFrame() throws IOException {
    ByteBuffer input = buffers.input;
    if (!input.hasRemaining() && !fill()) {
      check(!isFirst, "cut off");
      return false;
    }
    isFirst = false;
    require(MAGIC_BYTES + 1);
    check(input.getInt(input.position()) == MAGIC, "no frame");
    int descriptor = input.get(input.position() + MAGIC_BYTES);
    boolean isSingleSegment = (descriptor & SINGLE_SEGMENT) != 0;
    int windowBytes = isSingleSegment ? 0 : 1;
    int dictionaryBytes = (1 << (descriptor & 3)) >> 1;
    int sizeBytes = 1 << (descriptor >> 6 & 3);
    sizeBytes = sizeBytes == 1 && !isSingleSegment ? 0 : sizeBytes;
    int at = MAGIC_BYTES + 1 + windowBytes + dictionaryBytes;
    require(at + sizeBytes);
    long window =
        isSingleSegment
            ? number(at, sizeBytes) + (sizeBytes == 2 ? 256 : 0)
            : windowSize(input.get(input.position() + MAGIC_BYTES + 1) & 0xff);
    check(window >= 0 && window <= MAX_WINDOW, "a window of more than 8 MiB");
    charge(window);
    isInFrame = true;
    return true;
  }

  private static long windowSize(int descriptor) {
    long base = 1L << (10 + (descriptor >> 3));
    return base + base / 8 * (descriptor & 7);
  }

  /** Reads a number, least significant byte first. */
  private long number(int at, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | (buffers.input.get(buffers.input.position() + at + i) & 0xff);
    }
    return value;
  }

  private void charge(long window) throws IOException {
    if (decoder == null || window > charged) {
      giveBack.run();
      giveBack = () -> {};
      giveBack = StreamDecoding.take(memory, window + BESIDES_WINDOW, window);
      charged = window;
    }
    if (decoder == null) {
      decoder = new ZstdDecompressCtx();
    }
  }

  private void decode() throws IOException {
    if (!buffers.input.hasRemaining() && !mayHaveMore) {
      check(fill(), "cut off");
    }
    buffers.content.clear();
    try {
      isInFrame = !decoder().decompressDirectByteBufferStream(buffers.content, buffers.input);
    } catch (ZstdException damaged) {
      throw new IOException(damaged);
    } finally {
      mayHaveMore = isInFrame && !buffers.content.hasRemaining();
      buffers.content.flip();
    }
  }

  private ZstdDecompressCtx decoder() {
    ZstdDecompressCtx known = decoder;
    if (known == null) {
      throw new IllegalStateException("no frame has begun");
    }
    return known;
  }

  private void require(int bytes) throws IOException {
    while (buffers.input.remaining() < bytes) {
      check(fill(), "cut off");
    }
  }

  /** Reads more bytes behind those that are left; returns false at the end of the body. */
  private boolean fill() throws IOException {
    ByteBuffer input = buffers.input.compact();
    try {
      int count = encoded.read(buffers.piece, 0, input.remaining());
      input.put(buffers.piece, 0, Math.max(0, count));
      return count >= 0;
    } finally {
      input.flip();
    }
  }

  private static void check(boolean isRight, String otherwise) throws IOException {
    if (!isRight) {
      throw new EOFException(otherwise);
    }
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      if (decoder != null) {
        decoder.close();
      }
      Buffers.UNUSED.push(buffers);
      giveBack.run();
    }
  }
}
