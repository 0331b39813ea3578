package dev.symbolicator.fetch;

import dev.symbolicator.vertx.Connections;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Joins the small chunks of a body before Vert.x makes a buffer of each. Vert.x stops reading from
 * a connection while 64 KiB of a body wait for their decoder, and counts only these bytes. A server
 * may send chunks of one byte, which would be 65,536 buffers and take 10 MB.
 *
 * <p>The first few small pieces of an answer are handed on as they come. Later chunks are joined to
 * pieces of a KiB, or up to the end of the body.
 */
final class ChunkJoiner extends ChannelInboundHandlerAdapter {
  private static final int PIECE_BYTES = 1024;
  private static final int SMALL_PIECES = 64;

  private int smallPiecesLeft;
  private @Nullable ByteBuf joined;

  /** Joins the chunks of all bodies that come through a connection. */
  static void addTo(HttpConnection connection) {
    Connections.addBehindCodec(connection, "chunk-joiner", new ChunkJoiner());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpContent content && isSmall(content)) {
      join(content);
      if (isPiece()) {
        handOn(context);
      }
      return;
    }
    if (message instanceof HttpResponse) {
      smallPiecesLeft = SMALL_PIECES;
    }
    handOn(context);
    context.fireChannelRead(message);
  }

  private static boolean isSmall(HttpContent content) {
    return !(content instanceof LastHttpContent)
        && content.decoderResult().isSuccess()
        && content.content().readableBytes() < PIECE_BYTES;
  }

  private void join(HttpContent content) {
    if (joined == null) {
      joined = Unpooled.buffer();
    }
    joined.writeBytes(content.content());
    content.release();
  }

  private boolean isPiece() {
    return joined != null && joined.readableBytes() >= PIECE_BYTES;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (joined != null && smallPiecesLeft > 0) {
      smallPiecesLeft--;
      handOn(context);
    }
    context.fireChannelReadComplete();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    handOn(context);
    context.fireChannelInactive();
  }

  private void handOn(ChannelHandlerContext context) {
    if (joined != null) {
      ByteBuf piece = joined;
      joined = null;
      context.fireChannelRead(new DefaultHttpContent(piece));
    }
  }
}
