package dev.symbolicator.api.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Closes a connection of HTTP/1 on which too many requests wait behind another (RFC 9112, section
 * 9.3.2). Each waiting request is in memory, since Netty reads all bytes that the socket has.
 *
 * <p>While the service stops, an answer behind which no request waits says {@code Connection:
 * close}. The connection is closed once the answer is written and the request's body has come: a
 * client that is still sending would lose the answer.
 */
final class PipeliningGuard extends ChannelDuplexHandler {
  private final int most;
  private final Draining draining;
  private int unanswered = 1;
  private int unsent;
  private boolean isReceiving = true;
  private boolean isLastAnswer;
  private boolean isClosed;

  /**
   * Guards a connection that has one unanswered request.
   *
   * @param most how many requests may wait behind that one
   */
  PipeliningGuard(int most, Draining draining) {
    this.most = most;
    this.draining = draining;
  }

  /** Tells whether every request has come to its end, and every answer has left. */
  boolean isIdle() {
    return unanswered == 0 && unsent == 0 && !isReceiving;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest) {
      isReceiving = true;
      if (++unanswered > most + 1 && !isClosed) {
        close(context);
      }
      isClosed |= isLastAnswer; // The client was told that nothing more is answered.
    }
    if (isClosed) {
      ReferenceCountUtil.release(message);
      return;
    }
    context.fireChannelRead(message);
    if (message instanceof LastHttpContent) {
      isReceiving = false;
      closeIfDone(context);
    }
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof HttpResponse head
        && head.status().codeClass() != HttpStatusClass.INFORMATIONAL
        && unanswered == 1
        && draining.hasBegun()) {
      isLastAnswer = true;
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    if (!(message instanceof LastHttpContent)) {
      ChannelFuture unused = context.write(message, promise);
      return;
    }
    unanswered--;
    unsent++;
    ChannelFuture unused =
        context.write(message, promise.unvoid()).addListener(sent -> sent(context));
  }

  private void sent(ChannelHandlerContext context) {
    unsent--;
    closeIfDone(context);
  }

  private void closeIfDone(ChannelHandlerContext context) {
    if ((isLastAnswer || draining.isOver()) && isIdle()) {
      close(context);
    }
  }

  private void close(ChannelHandlerContext context) {
    isClosed = true;
    ChannelFuture unused = context.close();
  }
}
