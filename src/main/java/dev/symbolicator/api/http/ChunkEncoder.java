package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.content.StreamDecoding;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compresses chunk by chunk on workers. Each is flushed, so lines can be decoded at once. */
public final class ChunkEncoder {
  private final ContentCoding coding;
  private final Runnable giveBack;
  private final Executor workers = Infrastructure.getDefaultWorkerPool();
  private final ByteArrayOutputStream encoded = new ByteArrayOutputStream();
  private @Nullable OutputStream encoder;
  private boolean isClosed;

  private ChunkEncoder(ContentCoding coding, Runnable giveBack) {
    this.coding = coding;
    this.giveBack = giveBack;
  }

  /**
   * Makes an encoder, whose memory is taken; null for {@link ContentCoding#IDENTITY}. Throws the
   * problem if there is too little memory.
   */
  public static @Nullable ChunkEncoder of(
      ContentCoding coding, StreamDecoding.Memory memory, Supplier<Problem> noRoom) {
    if (coding == ContentCoding.IDENTITY) {
      return null;
    }
    Runnable giveBack = memory.take(Encoding.memory(coding), 0);
    if (giveBack == null) {
      throw new ProblemException(noRoom.get());
    }
    return new ChunkEncoder(coding, giveBack);
  }

  /** Encodes a chunk. Called again only when the result is there. */
  public CompletableFuture<Buffer> encode(Buffer chunk, boolean isLast) {
    return CompletableFuture.supplyAsync(() -> encodeNow(chunk, isLast), workers);
  }

  private synchronized Buffer encodeNow(Buffer chunk, boolean isLast) {
    if (isClosed) {
      return Buffer.buffer(); // The client has left.
    }
    try {
      OutputStream out = encoder == null ? Encoding.stream(coding, encoded) : encoder;
      encoder = out;
      out.write(chunk.getBytes());
      if (isLast) {
        out.close();
      } else {
        out.flush();
      }
      Buffer all = Buffer.buffer(encoded.toByteArray());
      encoded.reset();
      return all;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Releases the memory once no chunk is being encoded. Called once. */
  public void close() {
    workers.execute(this::closeNow);
  }

  private synchronized void closeNow() {
    isClosed = true;
    try {
      if (encoder != null) {
        encoder.close();
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } finally {
      giveBack.run();
    }
  }
}
