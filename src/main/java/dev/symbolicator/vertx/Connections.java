package dev.symbolicator.vertx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.AsciiString;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.EventExecutor;
import io.quarkus.vertx.utils.NoBoundChecksBuffer;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.VertxByteBufAllocator;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.net.impl.VertxHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reaches Netty's channels. Vert.x cannot publicly see bytes before itself, close without waiting,
 * let one connection be silent, tell when an answer was taken, or find a server's connections; nor
 * decode requests, copy bytes and make contexts as is done here.
 */
public final class Connections {
  /** The most fields of a head of HTTP/1 and its trailers: each takes 95 bytes besides its text. */
  public static final int MAX_FIELDS = 100;

  private static final String CODEC = "codec";
  private static final String IDLE = "idle";
  private static final String DECODER = "httpDecoder";

  private Connections() {}

  public static void addBehindCodec(
      HttpConnection connection, String name, ChannelHandler handler) {
    pipeline(connection).addAfter(CODEC, name, handler);
  }

  /** Returns the Netty channel of a connection; null if there is none. */
  public static @Nullable Channel channel(HttpConnection connection) {
    return connection instanceof ConnectionBase known ? known.channel() : null;
  }

  /**
   * On the event loop, when an ended answer was given to its connection. In HTTP/2, one that a
   * worker ended is given later, and its bytes count only then.
   */
  public static void whenWritten(HttpServerRequest request, Runnable written) {
    if (request.connection() instanceof ConnectionBase connection) {
      onEventLoop(connection.channel(), written);
    } else {
      written.run();
    }
  }

  /**
   * On the event loop, when the socket has taken the ended answer's last byte, or all has ended.
   */
  public static void whenTaken(HttpServerRequest request, Runnable taken) {
    if (!(request.connection() instanceof ConnectionBase connection)) {
      taken.run();
    } else if (request.version() == HttpVersion.HTTP_2) {
      int stream = request.response().streamId();
      onEventLoop(connection.channel(), () -> StreamEnds.await(connection, stream, taken));
    } else {
      ChannelPromise promise = connection.channel().newPromise();
      promise.addListener(written -> taken.run());
      connection.writeToChannel(Unpooled.EMPTY_BUFFER, promise);
    }
  }

  private static void onEventLoop(Channel channel, Runnable work) {
    if (channel.eventLoop().inEventLoop()) {
      work.run();
    } else {
      channel.eventLoop().execute(work);
    }
  }

  /** Lets a connection be silent in long work, until the result runs. */
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

  /** Bounds what the system keeps, so that a slow reader's progress is seen. */
  public static void limitSendBuffer(HttpConnection connection, int bytes) {
    if (connection instanceof ConnectionBase known) {
      known.channel().config().setOption(ChannelOption.SO_SNDBUF, bytes);
    }
  }

  /** Hangs up without waiting for the client. In HTTP/2 only the stream is reset. */
  public static void breakOff(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      boolean unused = request.response().reset();
      if (request.connection() instanceof ConnectionBase connection) {
        int stream = request.response().streamId();
        onEventLoop(connection.channel(), () -> resetEnded(connection.channel(), stream));
      }
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

  /** Limits streams now: Netty waits for an acknowledgment. False if not HTTP/2. */
  public static boolean limitStreams(Channel channel, Http2Settings settings) {
    Http2ConnectionHandler http2 = channel.pipeline().get(Http2ConnectionHandler.class);
    if (http2 == null) {
      return false;
    }
    http2.connection().remote().maxActiveStreams((int) settings.getMaxConcurrentStreams());
    return true;
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

  /** Tells when the service's side of a stream of HTTP/2 has ended. */
  private static final class StreamEnds extends Http2ConnectionAdapter {
    private static final AttributeKey<StreamEnds> KEY =
        AttributeKey.valueOf(StreamEnds.class.getName());

    private final Map<Integer, Runnable> awaited = new HashMap<>();

    static void await(ConnectionBase connection, int id, Runnable taken) {
      Channel channel = connection.channel();
      Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
      Http2Stream stream = handler == null ? null : handler.connection().stream(id);
      if (handler == null || stream == null || isOver(stream)) {
        taken.run();
        return;
      }
      StreamEnds ends = channel.attr(KEY).get();
      if (ends == null) {
        ends = new StreamEnds();
        channel.attr(KEY).set(ends);
        handler.connection().addListener(ends);
      }
      ends.awaited.put(id, taken);
    }

    private static boolean isOver(Http2Stream stream) {
      return !stream.state().localSideOpen();
    }

    @Override
    public void onStreamHalfClosed(Http2Stream stream) {
      if (isOver(stream)) {
        end(stream);
      }
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
      end(stream);
    }

    private void end(Http2Stream stream) {
      Runnable taken = awaited.remove(stream.id());
      if (taken != null) {
        taken.run();
      }
    }
  }

  /** Resets a stream unless it is closed: Vert.x resets none whose response has been ended. */
  private static void resetEnded(Channel channel, int id) {
    ChannelHandlerContext context = channel.pipeline().context(Http2ConnectionHandler.class);
    if (context != null
        && context.handler() instanceof Http2ConnectionHandler handler
        && handler.connection().stream(id) != null) {
      ChannelFuture unused =
          handler.resetStream(context, id, Http2Error.CANCEL.code(), context.newPromise());
      context.flush();
    }
  }

  /** Returns a new context on an event loop; Vert.x publicly offers the caller's own only. */
  public static Context newContext(Vertx vertx) {
    return ((VertxInternal) vertx).createEventLoopContext().duplicate();
  }

  /** Copies bytes to the socket's small direct memory, to be sent once and freed. */
  public static Buffer socketBuffer(byte[] bytes, int length) {
    ByteBuf direct = VertxByteBufAllocator.POOLED_ALLOCATOR.directBuffer(length, length);
    direct.writeBytes(bytes, 0, length);
    return new NoBoundChecksBuffer(direct);
  }

  /**
   * Limits the fields of a head, and shows a Content-Length beside a Transfer-Encoding (RFC 9112,
   * 6.3). False if not HTTP/1.
   */
  public static boolean prepareDecoder(ChannelPipeline pipeline, HttpServerOptions options) {
    if (pipeline.get(DECODER) == null) {
      return false;
    }
    pipeline.replace(DECODER, DECODER, new RequestDecoder(options));
    return true;
  }

  private static final class RequestDecoder extends VertxHttpRequestDecoder {
    private int fields;

    RequestDecoder(HttpServerOptions options) {
      super(options);
    }

    @Override
    protected HttpMessage createMessage(String[] initialLine) {
      fields = 0;
      return super.createMessage(initialLine);
    }

    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
      if (++fields > MAX_FIELDS) {
        throw new TooLongHttpHeaderException("The request has too many header fields.");
      }
      return super.splitHeaderName(line, start, length);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
      // Both headers stay.
    }
  }

  private static ChannelPipeline pipeline(HttpConnection connection) {
    return ((ConnectionBase) connection).channel().pipeline();
  }
}
