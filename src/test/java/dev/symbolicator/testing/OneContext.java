package dev.symbolicator.testing;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/**
 * Sends requests of Vert.x's client on one event loop. Vert.x only remembers weakly which one a
 * test's thread uses, and after a collection takes another: then a pooled connection's answers
 * begin on a thread while their handlers are still being set on another.
 */
public final class OneContext {
  private final Context context;

  public OneContext(Vertx vertx) {
    context = vertx.getOrCreateContext();
  }

  public <T> T await(Supplier<Future<T>> work) {
    Promise<T> result = Promise.promise();
    context.runOnContext(now -> work.get().onComplete(result));
    return Await.value(result.future());
  }
}
