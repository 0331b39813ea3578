package dev.symbolicator.api;

import dev.symbolicator.symbolication.Deadline;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.WarmUp;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code POST /scripts/warm}: loads scripts in advance, for a deployment hook to call. */
@Path("/scripts/warm")
public class WarmResource {
  private final BodyReader bodies;
  private final Workers workers;
  private final WarmUp warmUp;
  private final RequestLog log;
  private final int maxScripts;

  WarmResource(
      BodyReader bodies, Workers workers, WarmUp warmUp, RequestLog log, ApiConfig config) {
    this.bodies = bodies;
    this.workers = workers;
    this.warmUp = warmUp;
    this.log = log;
    maxScripts = config.maxWarmScripts();
  }

  /**
   * How it went with the scripts asked for.
   *
   * @param scripts in the order of the request
   */
  public record Answer(List<SymbolicationReport.Script> scripts) {}

  /** Loads the scripts in the body, whatever content type the request declares. */
  @POST
  public Uni<Answer> warm(RoutingContext context) {
    return Uni.createFrom()
        .completionStage(
            () ->
                bodies
                    .receive(context.request())
                    .thenCompose(
                        body -> {
                          body.closeWith(context);
                          return workers.run(body, deadline -> answer(body, deadline));
                        }))
        .onFailure()
        .invoke(log::failed);
  }

  private CompletionStage<Answer> answer(ProfileBody body, Deadline deadline) {
    long start = System.nanoTime();
    List<String> urls = ScriptListReader.read(body.bytes(), maxScripts);
    return warmUp
        .warm(urls, deadline)
        .thenApply(
            scripts -> {
              log.warmed(scripts.size(), start);
              return new Answer(scripts);
            });
  }
}
