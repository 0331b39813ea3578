package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.vertx.Connections;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Makes the HTTP client that all fetches share. */
final class FetchClient {
  private static final int KEEP_ALIVE_SECONDS = 3;
  static final int MAX_STATUS_LINE_BYTES = 4 * 1024;

  private FetchClient() {}

  static HttpClient create(
      Vertx vertx, FetchConfig config, FetchLimits limits, HttpClientOptions options) {
    return vertx
        .httpClientBuilder()
        .with(options(options, config, limits))
        .with(poolOptions(config))
        .withConnectHandler(FetchClient::prepare)
        .build();
  }

  private static HttpClientOptions options(
      HttpClientOptions options, FetchConfig config, FetchLimits limits) {
    int connectMillis = (int) Math.min(Integer.MAX_VALUE, limits.connectTimeout().toMillis());
    config
        .caFile()
        .ifPresent(file -> options.setTrustOptions(TrustedAuthorities.withFile(Path.of(file))));
    return options
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setConnectTimeout(connectMillis)
        .setSslHandshakeTimeout(connectMillis)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
        .setMaxHeaderSize(limits.headerBytes())
        .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
        .setVerifyHost(true)
        .setTracingPolicy(TracingPolicy.IGNORE);
  }

  private static void prepare(HttpConnection connection) {
    // Vert.x would log why a connection broke, and a server may put any text into that.
    connection.exceptionHandler(broken -> {});
    ChunkJoiner.addTo(connection);
  }

  private static PoolOptions poolOptions(FetchConfig config) {
    return new PoolOptions()
        .setHttp1MaxSize(config.maxConnectionsPerHost())
        .setMaxWaitQueueSize(config.maxConcurrent());
  }

  /**
   * Joins small chunks to pieces of a KiB before Vert.x makes a buffer of each: it stops reading at
   * 64 KiB of a waiting body, which as chunks of one byte would take 10 MB. The first few small
   * pieces of an answer are handed on as they come.
   */
  static final class ChunkJoiner extends ChannelInboundHandlerAdapter {
    private static final int PIECE_BYTES = 1024;
    private static final int SMALL_PIECES = 64;

    private int smallPiecesLeft;
    private @Nullable ByteBuf joined;

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

  /** Trusts the JVM's authorities, and those of a PEM file. Host names are verified. */
  static final class TrustedAuthorities {
    private static final String KEY = "symbolicator.fetch.ca-file";

    private TrustedAuthorities() {}

    /** Throws {@link ConfigurationException} that names the key of a file without certificates. */
    static TrustOptions withFile(Path file) {
      return TrustOptions.wrap(trust(file));
    }

    static X509TrustManager trust(Path file) {
      try {
        KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
        all.load(null, null);
        List<Certificate> certificates = new ArrayList<>(read(file));
        certificates.addAll(List.of(trustManager(null).getAcceptedIssuers()));
        for (Certificate certificate : certificates) {
          all.setCertificateEntry("ca-" + all.size(), certificate);
        }
        return trustManager(all);
      } catch (IOException | GeneralSecurityException e) {
        throw invalid(e);
      }
    }

    private static List<X509Certificate> read(Path file) throws IOException {
      try {
        List<X509Certificate> found = new ArrayList<>();
        for (Certificate certificate :
            CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))) {
          found.add((X509Certificate) certificate);
        }
        if (found.isEmpty()) {
          throw invalid(null);
        }
        return found;
      } catch (GeneralSecurityException e) {
        throw invalid(e);
      }
    }

    /** Returns a manager that trusts the authorities of a key store, or the JVM's own for null. */
    private static X509TrustManager trustManager(@Nullable KeyStore authorities)
        throws GeneralSecurityException {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(authorities);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509TrustManager found) {
          return found;
        }
      }
      throw new GeneralSecurityException("no X.509 trust manager");
    }

    private static ConfigurationException invalid(@Nullable Exception cause) {
      return new ConfigurationException(
          KEY + ": the file cannot be read, or holds no certificates in PEM.", cause);
    }
  }
}
