package dev.symbolicator.api.large;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.http.HttpConfig;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.large.LargeWork.LargeProgress;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.store.TempFiles;
import dev.symbolicator.store.TempFiles.TempFileException;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.threads.Timings;
import dev.symbolicator.threads.WorkerThreads;
import dev.symbolicator.vertx.Connections;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Works on large bodies, each on a thread and in a file: their number bounds the room on disk. */
@Singleton
public class LargeRunner {
  private final Symbolicator symbolicator;
  private final TempFiles files;
  private final Vertx vertx;
  private final HttpConfig http;
  private final RequestLog log;
  private final LargeLimits limits = LargeLimits.DEFAULT;
  private final LargeSizes sizes;
  private final Timer waits;
  private final ExecutorService threads = WorkerThreads.pool("large-body", limits.atOnce());
  private final Slots places = new Slots(limits.atOnce(), limits.atOnceOfScope(), limits.waiting());

  LargeRunner(
      Symbolicator symbolicator,
      TempFiles files,
      ByteBudget budget,
      Vertx vertx,
      HttpConfig http,
      RequestLog log,
      MeterRegistry metrics) {
    this.symbolicator = symbolicator;
    this.files = files;
    this.vertx = vertx;
    this.http = http;
    this.log = log;
    waits = Timings.waits("large-bodies", metrics);
    sizes = LargeSizes.of(http.maxLargeBodySize().asLongValue(), budget.limit(), limits);
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** Expects a large body, before anything is read. The options may throw the request's problem. */
  public LargeUpload expect(HttpServerRequest request, Supplier<SymbolicationOptions> options) {
    return new LargeUpload(this, request, options);
  }

  /** Tells whether any body may be larger than those that are kept in memory. */
  boolean isOn() {
    return sizes.configured() > http.maxBodySize().asLongValue();
  }

  LargeLimits limits() {
    return limits;
  }

  /** Returns the problem of a body of a size; nothing if the size is within the limits. */
  Optional<Problem> sizeProblem(long size) {
    return sizes.problem(size);
  }

  /** Decides on a body of a known length before it is sent. Looks at the disk on a worker. */
  CompletableFuture<Optional<Problem>> refusal(long length) {
    Optional<Problem> problem = sizeProblem(length);
    return problem.isPresent()
        ? CompletableFuture.completedFuture(problem)
        : CompletableFuture.supplyAsync(
            () -> diskProblem(length), Infrastructure.getDefaultWorkerPool());
  }

  private Optional<Problem> diskProblem(long length) {
    try {
      return files.usableBytes() < length ? Optional.of(LargeProblems.noRoom()) : Optional.empty();
    } catch (TempFileException refused) {
      return Optional.of(LargeProblems.of(refused));
    }
  }

  BodyStream receiveRest(HttpServerRequest request, long before) {
    Duration idle = http.bodyTimeout();
    return BodyStream.continued(
        vertx,
        request,
        new BodyStream.Rules(
            sizes.configured(),
            LargeProblems.tooLarge(sizes.configured()),
            idle,
            limits.progressBytes(),
            LargeProblems.tooSlow(limits, idle),
            BodyStream.MAX_DROPPED),
        before);
  }

  /** Works on a body once there is a place, and writes the response's body. On the event loop. */
  public CompletionStage<Response> run(LargeUpload upload, RoutingContext context, Caller caller) {
    LargeProgress progress = new LargeProgress(vertx, log, caller);
    LargeAnswer answer =
        new LargeAnswer(
            context.request(), vertx.getOrCreateContext(), limits, http.answerTimeout(), progress);
    LargeWork work = new LargeWork(this, upload, answer, progress, caller);
    Runnable endOfSilence = Connections.allowSilence(context.request().connection());
    PlaceJob job = new PlaceJob(work, caller.scope());
    context.addEndHandler(
        end -> {
          endOfSilence.run();
          work.leave();
          job.withdraw();
        });
    if (context.response().closed()) {
      work.leave();
    }
    long timer = vertx.setTimer(limits.maxWait().toMillis(), late -> job.withdraw());
    CompletableFuture<Response> response = work.response();
    places.start(job.turn, job);
    return response.whenComplete((done, failure) -> vertx.cancelTimer(timer));
  }

  Symbolicator symbolicator() {
    return symbolicator;
  }

  TempFiles files() {
    return files;
  }

  RequestLog log() {
    return log;
  }

  /** The work on a body as a job that needs a place. */
  private final class PlaceJob implements Slots.Job {
    private final LargeWork work;
    private final Turn turn;
    private final long askedNanos = System.nanoTime();

    PlaceJob(LargeWork work, String scope) {
      this.work = work;
      this.turn = new Turn(scope, scope);
    }

    @Override
    public void run() {
      waits.record(System.nanoTime() - askedNanos, TimeUnit.NANOSECONDS);
      threads.execute(
          () -> {
            try {
              work.run();
            } finally {
              places.end(turn);
            }
          });
    }

    @Override
    public void refuse() {
      work.refuse(LargeProblems.noPlace());
    }

    /** Refuses the work if it still waits. */
    void withdraw() {
      if (places.remove(turn, this)) {
        refuse();
      }
    }
  }

  /**
   * Fixed limits.
   *
   * @param atOnce bodies in work; half of them of one scope
   * @param waiting bodies that may wait for a place, for {@code maxWait}
   * @param plainHead bytes after which a body is looked at: a smaller one is kept in memory
   * @param codedHead the same of a compressed body, as sent
   * @param progressBytes to send within {@code symbolicator.http.body-timeout}
   * @param unsentPages that wait for the client before the writing waits
   * @param bytesPerHeapByte of a body
   */
  public record LargeLimits(
      int atOnce,
      int waiting,
      Duration maxWait,
      int plainHead,
      int codedHead,
      int progressBytes,
      int pageBytes,
      int unsentPages,
      int bytesPerHeapByte) {

    public static final LargeLimits DEFAULT =
        new LargeLimits(2, 8, Duration.ofSeconds(30), 1 << 20, 1 << 18, 1 << 20, 1 << 16, 8, 50);

    int atOnceOfScope() {
      return Math.max(1, atOnce / 2);
    }
  }

  /** The limits of a size: as configured, and by the whole byte budget. */
  record LargeSizes(long configured, long forMemory) {

    static LargeSizes of(long configured, long budget, LargeLimits limits) {
      int share = limits.bytesPerHeapByte();
      return new LargeSizes(
          configured, budget > Long.MAX_VALUE / share ? Long.MAX_VALUE : budget * share);
    }

    /** Returns the problem of a body of a size, as sent or inflated; nothing if there is none. */
    Optional<Problem> problem(long size) {
      if (size > configured) {
        return Optional.of(LargeProblems.tooLarge(configured));
      }
      return size > forMemory
          ? Optional.of(LargeProblems.tooLargeForMemory(forMemory))
          : Optional.empty();
    }
  }
}
