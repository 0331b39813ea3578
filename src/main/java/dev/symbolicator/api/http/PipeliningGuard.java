package dev.symbolicator.api.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Closes a connection of HTTP/1 on which too many requests wait behind another (RFC 9112, section
 * 9.3.2). Each waiting request is in memory, since Netty reads all bytes that the socket has.
 */
final class PipeliningGuard extends ChannelDuplexHandler {
  private final int most;
  private int unanswered = 1;
  private boolean isClosed;

  /**
   * Guards a connection that has one unanswered request.
   *
   * @param most how many requests may wait behind that one
   */
  PipeliningGuard(int most) {
    this.most = most;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest && ++unanswered > most + 1 && !isClosed) {
      isClosed = true;
      ChannelFuture unused = context.close();
    }
    if (isClosed) {
      ReferenceCountUtil.release(message);
    } else {
      context.fireChannelRead(message);
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof LastHttpContent) {
      unanswered--;
    }
    ChannelFuture unused = context.write(message, promise);
  }
}
