package dev.symbolicator.vertx;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.net.impl.VertxHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reaches the Netty channel of an HTTP connection. Vert.x has no public way to see arriving bytes
 * before Vert.x itself, nor to close a connection without waiting for its peer, nor to let one
 * connection be silent, nor to find the connections of a server.
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

  /** Does something to each connection to a server, on the connection's event loop. */
  public static void forEach(Vertx vertx, Consumer<Channel> action) {
    forEach(
        ((VertxInternal) vertx).getEventLoopGroup(),
        channel -> {
          if (channel.parent() != null) {
            action.accept(channel);
          }
        });
  }

  /** Closes the ports of all servers, and no connection. */
  public static void stopAccepting(Vertx vertx) {
    forEach(
        ((VertxInternal) vertx).getAcceptorEventLoopGroup(),
        channel -> {
          if (channel instanceof ServerChannel) {
            ChannelFuture unused = channel.close();
          }
        });
  }

  private static void forEach(EventLoopGroup group, Consumer<Channel> action) {
    for (EventExecutor each : group) {
      SingleThreadEventLoop loop = (SingleThreadEventLoop) each;
      loop.execute(
          () -> {
            List<Channel> channels = new ArrayList<>();
            loop.registeredChannelsIterator().forEachRemaining(channels::add);
            channels.forEach(action);
          });
    }
  }

  /** Asks the client of a connection of HTTP/2 to begin no more streams; those that come count. */
  public static void announceEnd(Channel channel) {
    goAway(channel, Integer.MAX_VALUE);
  }

  /** Closes a connection; one of HTTP/2 takes no more streams, and ends with its last one. */
  public static void end(Channel channel) {
    Http2ConnectionHandler http2 = channel.pipeline().get(Http2ConnectionHandler.class);
    if (http2 == null) {
      ChannelFuture unused = channel.close();
      return;
    }
    goAway(channel, http2.connection().remote().lastStreamCreated());
    if (http2.connection().numActiveStreams() == 0) {
      ChannelFuture unused = channel.close();
    }
  }

  private static void goAway(Channel channel, int lastStream) {
    Http2ConnectionHandler http2 = channel.pipeline().get(Http2ConnectionHandler.class);
    if (http2 != null) {
      ChannelHandlerContext context = channel.pipeline().context(http2);
      ChannelFuture unused =
          http2.goAway(
              context,
              lastStream,
              Http2Error.NO_ERROR.code(),
              Unpooled.EMPTY_BUFFER,
              context.newPromise());
      context.flush();
    }
  }

  private static ChannelPipeline pipeline(HttpConnection connection) {
    return ((ConnectionBase) connection).channel().pipeline();
  }
}
