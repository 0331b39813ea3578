package dev.symbolicator.vertx;

import io.netty.buffer.ByteBuf;
import io.quarkus.vertx.utils.NoBoundChecksBuffer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.VertxByteBufAllocator;

/** Makes buffers of the memory from which a socket writes. Vert.x copies any other buffer there. */
public final class SocketBuffer {
  private SocketBuffer() {}

  /**
   * Copies bytes into direct memory, which is small, so the socket should be about to take them.
   *
   * @return a buffer to send once; the socket frees its memory
   */
  public static Buffer copyOf(byte[] bytes, int length) {
    ByteBuf direct = VertxByteBufAllocator.POOLED_ALLOCATOR.directBuffer(length, length);
    direct.writeBytes(bytes, 0, length);
    return new NoBoundChecksBuffer(direct);
  }
}
