package dev.symbolicator.vertx;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.net.impl.VertxHandler;
import java.util.function.Supplier;

/**
 * Reaches the Netty channel of an HTTP connection. Vert.x has no public way to see arriving bytes
 * before Vert.x itself, nor to close a connection without waiting for its peer.
 */
public final class Connections {
  private static final String CODEC = "codec";

  private Connections() {}

  /** Adds a handler between a connection's codec and everything that follows the codec. */
  public static void addBehindCodec(
      HttpConnection connection, String name, ChannelHandler handler) {
    pipeline(connection).addAfter(CODEC, name, handler);
  }

  /** Adds a handler in front of Vert.x's own, unless one of the name is there already. */
  public static void addBeforeVertx(
      HttpConnection connection, String name, Supplier<ChannelHandler> handler) {
    if (!(connection instanceof ConnectionBase)) {
      return;
    }
    ChannelPipeline pipeline = pipeline(connection);
    ChannelHandlerContext vertx = pipeline.context(VertxHandler.class);
    if (vertx != null && pipeline.get(name) == null) {
      pipeline.addBefore(vertx.name(), name, handler.get());
    }
  }

  /** Closes a connection without waiting for its peer to read the written bytes. */
  public static void closeAtOnce(HttpConnection connection) {
    ChannelFuture unused = ((ConnectionBase) connection).channelHandlerContext().close();
  }

  private static ChannelPipeline pipeline(HttpConnection connection) {
    return ((ConnectionBase) connection).channel().pipeline();
  }
}
