package dev.symbolicator.symbolication;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;

/** Loads scripts before a profile names them, for a deployment hook to ask for. */
@ApplicationScoped
public class WarmUp {
  private final ScriptResolver resolver;

  WarmUp(ScriptResolver resolver) {
    this.resolver = resolver;
  }

  /**
   * Looks up scripts as for a profile that names them. Called on a worker thread.
   *
   * @param memory as {@link Symbolicator#symbolicate} has it
   * @return completes at the deadline at the latest with how it went, in the order of the URLs;
   *     what is pending then goes on
   */
  public CompletableFuture<List<SymbolicationReport.Script>> warm(
      List<String> urls, LongPredicate memory, Deadline deadline) {
    return resolver.resolve(urls, memory, deadline).thenApply(scripts -> scripts.reportOf(urls));
  }
}
