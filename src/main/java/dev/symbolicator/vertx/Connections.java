package dev.symbolicator.vertx;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.net.impl.VertxHandler;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reaches the Netty channel of an HTTP connection. Vert.x has no public way to see arriving bytes
 * before Vert.x itself, nor to close a connection without waiting for its peer, nor to let one
 * connection be silent.
 */
public final class Connections {
  private static final String CODEC = "codec";
  private static final String IDLE = "idle";

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

  /**
   * Lets a connection be silent for longer than the server's idle timeout, for work on a request
   * that takes long. Vert.x has one idle timeout for all connections.
   *
   * @return ends the silence: from then on, the idle timeout holds again
   */
  public static Runnable allowSilence(HttpConnection connection) {
    if (!(connection instanceof ConnectionBase)) {
      return () -> {};
    }
    ChannelPipeline pipeline = pipeline(connection);
    if (!(pipeline.get(IDLE) instanceof IdleStateHandler idle)) {
      return () -> {};
    }
    pipeline.remove(idle);
    IdleStateHandler again = // A removed handler cannot be started again.
        new IdleStateHandler(
            idle.getReaderIdleTimeInMillis(),
            idle.getWriterIdleTimeInMillis(),
            idle.getAllIdleTimeInMillis(),
            TimeUnit.MILLISECONDS);
    return () -> {
      ChannelHandlerContext vertx = pipeline.context(VertxHandler.class);
      if (vertx != null && pipeline.get(IDLE) == null) {
        pipeline.addBefore(vertx.name(), IDLE, again);
      }
    };
  }

  /**
   * Bounds the written bytes that the system keeps for a connection, so that a slow reader's
   * progress is seen in small steps. By default, the system keeps some megabytes.
   */
  public static void limitSendBuffer(HttpConnection connection, int bytes) {
    if (connection instanceof ConnectionBase known) {
      known.channel().config().setOption(ChannelOption.SO_SNDBUF, bytes);
    }
  }

  /**
   * Hangs up without waiting for the client to read the written bytes. In HTTP/2 only the stream is
   * reset: other requests share the connection.
   */
  public static void breakOff(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      boolean unused = request.response().reset();
    } else {
      ConnectionBase connection = (ConnectionBase) request.connection();
      ChannelFuture unused = connection.channelHandlerContext().close();
    }
  }

  private static ChannelPipeline pipeline(HttpConnection connection) {
    return ((ConnectionBase) connection).channel().pipeline();
  }
}
