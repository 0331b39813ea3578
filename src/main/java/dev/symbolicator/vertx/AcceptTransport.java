package dev.symbolicator.vertx;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.transports.JDKTransport;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.VertxServiceProvider;

/**
 * Shows connections when they are accepted; Vert.x, which finds this class as a service, shows them
 * at their first complete head, so silent ones would not be counted.
 */
public final class AcceptTransport extends JDKTransport implements VertxServiceProvider {
  private volatile Doorkeeper doorkeeper = connection -> true;

  public interface Doorkeeper {
    /**
     * Before registration: a handler added now is the first. False closes the connection at once.
     */
    boolean admits(Channel connection);
  }

  /** Has all connections that are accepted from now on shown, in place of an earlier doorkeeper. */
  public static void show(Vertx vertx, Doorkeeper doorkeeper) {
    ((AcceptTransport) ((VertxInternal) vertx).transport()).doorkeeper = doorkeeper;
  }

  @Override
  public void init(VertxBuilder builder) {
    builder.findTransport(this);
  }

  @Override
  public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
    super.configure(options, domainSocket, bootstrap);
    bootstrap.handler(new Door());
  }

  /** The handler of a listening socket, which reads the connections that are accepted. */
  @ChannelHandler.Sharable
  private final class Door extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
      Channel connection = (Channel) accepted;
      if (doorkeeper.admits(connection)) {
        context.fireChannelRead(connection);
      } else {
        connection.unsafe().closeForcibly();
      }
    }
  }
}
