package dev.symbolicator.api.http;

import dev.symbolicator.vertx.Connections;
import dev.symbolicator.vertx.RequestDecoder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import org.jspecify.annotations.Nullable;

/**
 * A connection that was accepted, and the first handler of its pipeline. Knows since when no
 * request is under way, and since when a head has been arriving. Changes on the connection's event
 * loop; other threads read the times.
 */
final class OpenConnection extends ChannelInboundHandlerAdapter {
  /** The most bytes that were written and not read when a client sends more. */
  static final int MAX_UNREAD = 1 << 21;

  private static final AttributeKey<OpenConnection> KEY =
      AttributeKey.valueOf(OpenConnection.class.getName());

  private final Channel channel;
  private final Object client;
  private final HttpServerOptions options;
  private final Draining draining;

  /** The bytes of unread answers, which {@link UnreadAnswers} counts. */
  long unread;

  private int underWay;
  private boolean isHttp2;
  private boolean isInBody;
  private boolean hadRequest;
  private volatile boolean isIdle = true;
  private volatile long idleSince = System.nanoTime();

  /** When the first byte of a head came; 0 if none is arriving. */
  private volatile long headSince;

  /**
   * Makes a connection that nothing was read from.
   *
   * @param client equal for connections of one client
   */
  OpenConnection(Channel channel, Object client, HttpServerOptions options, Draining draining) {
    this.channel = channel;
    this.client = client;
    this.options = options;
    this.draining = draining;
    channel.attr(KEY).set(this);
  }

  /** Returns the connection of a request; null if it was accepted before all were watched. */
  static @Nullable OpenConnection of(HttpConnection connection) {
    Channel channel = Connections.channel(connection);
    return channel == null ? null : channel.attr(KEY).get();
  }

  /** Returns what is equal for connections of one client. */
  Object client() {
    return client;
  }

  /** Tells whether no request is under way. */
  boolean isIdle() {
    return isIdle;
  }

  /** Returns {@link System#nanoTime} when the last request ended or the connection was accepted. */
  long idleSince() {
    return idleSince;
  }

  /** Tells whether no request has been under way, or a head been arriving, for so long. */
  boolean isLate(long now, long mostIdle, long mostForHead) {
    long head = headSince;
    return isIdle && (now - idleSince > mostIdle || (head != 0 && now - head > mostForHead));
  }

  /** Closes the connection unless a request is under way by now. */
  void closeIfIdle(Runnable notClosed) {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (isIdle) {
                close();
              } else {
                notClosed.run();
              }
            });
  }

  /** Closes past the handler of HTTP/2, which would wait until a client that does not read has. */
  private void close() {
    ChannelHandlerContext first = channel.pipeline().context(this);
    ChannelFuture unused = first == null ? channel.close() : first.close();
  }

  /** Notes that a request is under way, whose head has come. */
  void begins() {
    underWay++;
    hadRequest = true;
    headSince = 0;
    isIdle = false;
  }

  /** Notes that the answer to a request was taken by the socket, or broken off. */
  void ends() {
    underWay--;
    if (underWay == 0) {
      idleSince = System.nanoTime();
      isIdle = true;
    }
  }

  /** Notes that the bytes to come are a body of HTTP/1, whose head has come. */
  void bodyBegins() {
    isInBody = true;
    headSince = 0;
  }

  /** Notes that the bytes to come are a head of HTTP/1. */
  void bodyEnds() {
    isInBody = false;
  }

  /** Has the connection closed in as much time as a head may take, unless the client closes. */
  void closesSoon() {
    isInBody = true;
    headSince = System.nanoTime();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel.pipeline().addLast(new FirstBytes());
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    // What follows the first request of HTTP/2 may be a ping; an open head then lets no stream
    // begin.
    if (isIdle && headSince == 0 && !isInBody && !(isHttp2 && hadRequest)) {
      headSince = System.nanoTime();
    }
    context.fireChannelRead(bytes);
    ChannelOutboundBuffer unread = channel.unsafe().outboundBuffer();
    if (unread != null && unread.totalPendingWriteBytes() > MAX_UNREAD) {
      close();
    }
  }

  /**
   * Keeps the fault of one stream from its connection. Quarkus writes without a promise, so a
   * stream that is reset would fail the connection with all its streams.
   */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof Http2Exception.StreamException)) {
      context.fireExceptionCaught(cause);
    }
  }

  /** Prepares the codec that follows, which Vert.x chooses by the first bytes. */
  private final class FirstBytes extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      if (RequestDecoder.replaceIn(channel.pipeline(), options)) {
        channel
            .pipeline()
            .addAfter(
                "httpEncoder",
                "guard",
                new Http1Guard(RequestLimits.MAX_PIPELINED, OpenConnection.this, draining));
      } else {
        isHttp2 = Connections.limitStreams(channel, options.getInitialSettings());
      }
      channel.pipeline().remove(this);
      context.fireChannelRead(bytes);
    }
  }
}
