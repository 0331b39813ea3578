package dev.symbolicator.api.http;

import dev.symbolicator.api.http.OpenConnections.Draining;
import dev.symbolicator.api.http.RequestLimits.UnreadAnswers;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.vertx.Connections;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.Json;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An accepted connection, first in its pipeline. Changes on its event loop only. */
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

  /** Makes a connection; its client is equal for all connections of one client. */
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

  Object client() {
    return client;
  }

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

  /**
   * Closes without the handler of HTTP/2, which would wait until the client has read everything.
   */
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

  /** Keeps a stream's fault from its connection: Quarkus writes without a promise. */
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
      if (Connections.prepareDecoder(channel.pipeline(), options)) {
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

  /**
   * Between codec and Vert.x on HTTP/1: closes when too many requests wait behind another (RFC
   * 9112, section 9.3.2), each in memory as Netty reads all; answers 400, in turn, to requests
   * whose ends another reader could see elsewhere (section 6.3), and ignores what follows.
   *
   * <p>While the service stops, the last answer says {@code Connection: close}; the connection is
   * closed once it is written and the body has come: a client that sends would lose the answer.
   */
  static final class Http1Guard extends ChannelDuplexHandler {
    /** The most fields of the requests that wait behind another. */
    private static final int MAX_WAITING_FIELDS = 2 * Connections.MAX_FIELDS;

    private final int most;
    private final OpenConnection connection;
    private final Draining draining;

    /** The requests that went on to Vert.x and are not answered. */
    private int unanswered;

    /** The fields of the requests that came while another was unanswered. */
    private int fields;

    /** The answers whose last bytes the socket has not taken. */
    private int unsent;

    private boolean isReceiving;
    private boolean isAnswering;
    private boolean isLastAnswer;
    private boolean isClosed;

    /** The answer to the last request, once that is refused. */
    private @Nullable Problem refusal;

    /** The requests before the refused one, or with it if that went on to Vert.x, as unanswered. */
    private int refusedAt;

    /** Guards a connection on which so many requests may wait behind the one being answered. */
    Http1Guard(int most, OpenConnection connection, Draining draining) {
      this.most = most;
      this.connection = connection;
      this.draining = draining;
    }

    /** Returns whether every request has come to its end, and every answer has left. */
    boolean isIdle() {
      return unanswered == 0 && unsent == 0 && !isReceiving;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (isClosed || refusal != null) {
        ReferenceCountUtil.release(message);
      } else if (message instanceof HttpRequest request) {
        if (isLastAnswer) { // The client was told that nothing more is answered.
          isClosed = true;
          ReferenceCountUtil.release(message);
        } else {
          read(context, request);
        }
      } else {
        if (message instanceof HttpContent content) {
          read(context, content);
        }
        if (refusal == null || isClosed) {
          context.fireChannelRead(message);
        } else { // Vert.x would close before the requests in front are answered
          ReferenceCountUtil.release(message);
        }
        if (message instanceof LastHttpContent) {
          isReceiving = false;
          closeIfDone(context);
        }
      }
    }

    private void read(ChannelHandlerContext context, HttpRequest request) {
      connection.bodyBegins();
      isReceiving = true;
      fields = unanswered == 0 ? 0 : fields + request.headers().entries().size();
      String fault = fault(request); // also of a head that the decoder refused
      if (fault != null) {
        ReferenceCountUtil.release(request);
        refuse(context, fault, 0);
      } else if (++unanswered > most + 1 || fields > MAX_WAITING_FIELDS) {
        isClosed = true;
        ReferenceCountUtil.release(request);
        ChannelFuture unused = context.close();
      } else {
        // HTTP/2 is spoken from the first byte or not at all: RFC 9113, section 3.1.
        request.headers().remove(HttpHeaderNames.UPGRADE);
        context.fireChannelRead(request);
      }
    }

    private void read(ChannelHandlerContext context, HttpContent content) {
      if (content instanceof LastHttpContent) {
        connection.bodyEnds();
      }
      boolean isBegun =
          unanswered == 1 && isAnswering; // only the connection's end tells the client
      if (content.decoderResult().isFailure() && unanswered > 0 && !isBegun) {
        refuse(context, "The body's chunks are malformed (RFC 9112, section 7.1).", 1);
      }
    }

    /** Returns what makes the end of a request unclear; null if nothing does. */
    private static @Nullable String fault(HttpRequest request) {
      HttpHeaders headers = request.headers();
      List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
      if (headers.getAll(HttpHeaderNames.HOST).size() > 1) {
        return "The request has more than one header Host.";
      }
      if (codings.isEmpty()) {
        return null;
      }
      if (request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0) {
        return "HTTP/1.0 has no Transfer-Encoding.";
      }
      if (headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
        return "The request has both a Content-Length and a Transfer-Encoding.";
      }
      return codings.size() == 1
              && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0).strip())
          ? null
          : "The only Transfer-Encoding of a request is one chunked. For compressed bodies, there"
              + " is Content-Encoding.";
    }

    private void refuse(ChannelHandlerContext context, String fault, int passedOn) {
      refusal = Problem.of(Problem.ProblemKind.BAD_REQUEST, fault);
      refusedAt = passedOn;
      answerRefused(context);
    }

    /** Answers the refused request once those before it are answered. */
    private void answerRefused(ChannelHandlerContext context) {
      if (refusal == null || isClosed || unanswered > refusedAt) {
        return;
      }
      isClosed = true;
      connection.closesSoon();
      boolean isPassedOn = refusedAt > 0; // Vert.x knows of the fault, and closes
      context
          .writeAndFlush(answer(refusal))
          .addListener(isPassedOn ? ChannelFutureListener.CLOSE : Http1Guard::endOutput);
    }

    /** Closes only the service's side: a reset could overtake the answer (RFC 9112, 9.6). */
    private static void endOutput(io.netty.util.concurrent.Future<? super Void> written) {
      ChannelFuture unused =
          ((ChannelFuture) written).channel() instanceof SocketChannel socket
                  && socket.pipeline().get("ssl") == null
              ? socket.shutdownOutput()
              : ((ChannelFuture) written).channel().close();
    }

    private static FullHttpResponse answer(Problem problem) {
      ByteBuf body = Unpooled.copiedBuffer(Json.encode(problem), StandardCharsets.UTF_8);
      FullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(problem.status()), body);
      response
          .headers()
          .set(HttpHeaderNames.CONTENT_TYPE, Problem.MEDIA_TYPE)
          .set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes())
          .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      return response;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      if (isClosed && refusal != null) {
        ReferenceCountUtil.release(message);
        boolean unused = promise.tryFailure(new ClosedChannelException());
        return;
      }
      if (message instanceof HttpResponse response) {
        isAnswering = response.status().codeClass() != HttpStatusClass.INFORMATIONAL;
        if (isAnswering && unanswered == 1 && draining.hasBegun()) {
          isLastAnswer = true;
          response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
      }
      if (!(message instanceof LastHttpContent && isAnswering)) {
        ChannelFuture unused = context.write(message, promise);
        return;
      }
      unanswered--;
      unsent++;
      isAnswering = false;
      ChannelFuture unused =
          context.write(message, promise.unvoid()).addListener(sent -> sent(context));
      answerRefused(context);
    }

    private void sent(ChannelHandlerContext context) {
      unsent--;
      closeIfDone(context);
    }

    private void closeIfDone(ChannelHandlerContext context) {
      if ((isLastAnswer || draining.isOver()) && refusal == null && isIdle()) {
        isClosed = true;
        ChannelFuture unused = context.close();
      }
    }
  }
}
