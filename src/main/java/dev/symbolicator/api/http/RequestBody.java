package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

public final class RequestBody implements AutoCloseable {
  /**
   * The most bytes that an event loop works on: less than a millisecond's work, which costs a tenth
   * more on another thread.
   */
  public static final int SMALL = 1 << 18;

  private final Decoder decoder;
  private final ContentCodings.Supported codings;
  private final BodyReader.MaxSize max;
  private final ByteBudget.Lease lease;
  private byte @Nullable [] bytes;

  /** Makes a body; the lease is charged with it and with everything made from it. */
  RequestBody(
      Decoder decoder,
      ContentCodings.Supported codings,
      BodyReader.MaxSize max,
      ByteBudget.Lease lease) {
    this.decoder = decoder;
    this.codings = codings;
    this.max = max;
    this.lease = lease;
  }

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
   * Inflates once, on an event loop only if {@link #isSmallObject}; throws if damaged or too large.
   */
  public byte[] bytes() {
    byte[] known = bytes;
    if (known == null) {
      Decoding decoding = decoder.finish();
      if (!(decoding instanceof Decoding.Decoded decoded)) {
        throw new ProblemException(max.problem(decoding, lease));
      }
      known = decoded.bytes();
      bytes = known;
    }
    return known;
  }

  /** Forgets the bytes, which are charged no longer, while the answer is sent. */
  public void forgetBytes() {
    bytes = null;
  }

  /** Closes this body with its request. On the event loop, or the request could end before. */
  public void closeWith(RoutingContext context) {
    closeWith(context, lease);
  }

  /** Opens a lease for a request without a body, which closes it as {@link #closeWith} says. */
  public static ByteBudget.Lease leaseOf(RoutingContext context, ByteBudget budget) {
    ByteBudget.Lease lease = budget.open();
    closeWith(context, lease);
    return lease;
  }

  private static void closeWith(RoutingContext context, ByteBudget.Lease lease) {
    context.addEndHandler(ended -> lease.close());
    if (context.response().closed()) {
      lease.close();
    }
  }

  @Override
  public void close() {
    lease.close();
  }
}
