package dev.symbolicator.vertx;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpMessage;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;

/**
 * Decodes requests of HTTP/1 like Vert.x, but shows a Content-Length that stands beside a
 * Transfer-Encoding, as attempts to smuggle requests have it (RFC 9112, section 6.3). Vert.x's own
 * decoder removes it.
 */
public final class RequestDecoder extends VertxHttpRequestDecoder {
  private static final String NAME = "httpDecoder";

  private RequestDecoder(HttpServerOptions options) {
    super(options);
  }

  /**
   * Replaces the decoder of a connection from which nothing was decoded yet.
   *
   * @return false if the connection is not one of HTTP/1
   */
  public static boolean replaceIn(ChannelPipeline pipeline, HttpServerOptions options) {
    if (pipeline.get(NAME) == null) {
      return false;
    }
    pipeline.replace(NAME, NAME, new RequestDecoder(options));
    return true;
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    // Both headers stay.
  }
}
