package dev.symbolicator.vertx;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/** Makes contexts that run on an event loop, whichever thread asks for them. */
public final class EventLoops {
  private EventLoops() {}

  /** Returns a new context on an event loop; Vert.x publicly offers the caller's own only. */
  public static Context newContext(Vertx vertx) {
    return ((VertxInternal) vertx).createEventLoopContext();
  }
}
