package dev.symbolicator.api;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoding;
import io.vertx.ext.web.RoutingContext;

/**
 * A request's body that has arrived.
 *
 * @param collector holds the body as it was sent
 * @param codings how it was encoded
 * @param maxBytes how many bytes it may inflate to
 * @param lease what the body takes of the budget; what is made from it is charged to it too
 */
record ProfileBody(
    Decoder collector, ContentCodings.Known codings, long maxBytes, ByteBudget.Lease lease)
    implements AutoCloseable {

  /**
   * Undoes the body's content codings; not for an event loop. Called once.
   *
   * @throws ProblemException if the body is damaged or passes a limit
   */
  byte[] bytes() {
    byte[] sent = orProblem(collector.finish());
    if (codings.applied().isEmpty()) {
      return sent;
    }
    byte[] bytes = orProblem(Decoder.decode(sent, codings, maxBytes, lease));
    lease.shrinkTo(bytes.length);
    return bytes;
  }

  private byte[] orProblem(Decoding decoding) {
    if (decoding instanceof Decoding.Decoded decoded) {
      return decoded.bytes();
    }
    throw new ProblemException(Problems.of(decoding, lease));
  }

  /**
   * Closes this body when a request has ended. Called on the event loop: on another thread the
   * connection could end before the handler is there, and the body would stay charged for good.
   */
  void closeWith(RoutingContext context) {
    context.addEndHandler(ended -> close());
    if (context.response().closed()) {
      close();
    }
  }

  @Override
  public void close() {
    collector.close();
    lease.close();
  }
}
