package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** The body of a request, completely received. */
public final class RequestBody implements AutoCloseable {
  /**
   * The most bytes of a body that an event loop works on. They take less than a millisecond, and a
   * tenth more on another thread.
   */
  public static final int SMALL = 1 << 18;

  private final Decoder decoder;
  private final ContentCodings.Supported codings;
  private final ByteBudget.Lease lease;
  private byte @Nullable [] bytes;

  /**
   * Makes a body.
   *
   * @param decoder holds the body as it was sent
   * @param codings how the body was encoded
   * @param lease charged with the body and with everything made from the body
   */
  public RequestBody(Decoder decoder, ContentCodings.Supported codings, ByteBudget.Lease lease) {
    this.decoder = decoder;
    this.codings = codings;
    this.lease = lease;
  }

  /** Returns the lease that is charged with the body and with everything made from the body. */
  public ByteBudget.Lease lease() {
    return lease;
  }

  /** Tells whether the body is sent plain, is small, and begins like an object of JSON. */
  public boolean isSmallObject() {
    return codings.applied().isEmpty() && decoder.size() <= SMALL && decoder.beginsWith('{');
  }

  /** Tells whether undoing the body's content codings takes a large window. */
  boolean needsWindow() {
    return codings.needWindow() || decoder.needsWindow();
  }

  /**
   * Undoes the body's content codings, at the first call. Called on an event loop only for a
   * {@linkplain #isSmallObject small} body.
   *
   * @throws ProblemException if the body is damaged or passes a limit
   */
  public byte[] bytes() {
    byte[] known = bytes;
    if (known == null) {
      Decoding decoding = decoder.finish();
      if (!(decoding instanceof Decoding.Decoded decoded)) {
        throw new ProblemException(Problems.of(decoding, lease));
      }
      known = decoded.bytes();
      bytes = known;
    }
    return known;
  }

  /**
   * Forgets the bytes, which the caller has taken from the charge of the lease. The request refers
   * to this body until its answer is sent, and many answers may wait for that.
   */
  public void forgetBytes() {
    bytes = null;
  }

  /**
   * Closes this body when its request has ended. Called on the event loop: on another thread, the
   * connection could end before the handler is set, and the body would stay charged forever.
   */
  public void closeWith(RoutingContext context) {
    context.addEndHandler(ended -> close());
    if (context.response().closed()) {
      close();
    }
  }

  @Override
  public void close() {
    lease.close();
  }
}
