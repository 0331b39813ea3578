package dev.symbolicator.symbolication;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Loads scripts before a profile names them, for deployment hooks. */
@ApplicationScoped
public class WarmUp {
  private final ScriptResolver resolver;

  WarmUp(ScriptResolver resolver) {
    this.resolver = resolver;
  }

  /**
   * Looks up scripts as for a profile that names these scripts. Called on a worker thread.
   *
   * @return a future that is done at the deadline at the latest, with an entry for each script, in
   *     the order of the list; pending loads continue
   */
  public CompletableFuture<List<SymbolicationReport.ScriptEntry>> warm(
      List<WantedScript> wanted, RequestContext context) {
    List<String> urls = wanted.stream().map(WantedScript::url).toList();
    return resolver.resolve(wanted, context).thenApply(scripts -> scripts.reportOf(urls));
  }
}
