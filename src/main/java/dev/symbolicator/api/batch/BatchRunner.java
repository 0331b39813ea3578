package dev.symbolicator.api.batch;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.batch.Batch.BatchOptions;
import dev.symbolicator.api.batch.BatchProblems.Again;
import dev.symbolicator.api.batch.BatchSum.SumOptions;
import dev.symbolicator.api.batch.BatchSum.SummedBatch;
import dev.symbolicator.api.http.Accept;
import dev.symbolicator.api.http.AnswerSender.StreamedAnswer;
import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.http.ChunkEncoder;
import dev.symbolicator.api.http.HttpConfig;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.rows.ProfileSum;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.threads.WorkerThreads;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs batches, each on a thread of its own. Bounds their number and their memory. */
@Singleton
public class BatchRunner {
  public static final String MEDIA_TYPE = "application/x-ndjson";

  private static final Set<String> MEDIA_TYPES =
      Set.of(MEDIA_TYPE, "application/ndjson", "application/jsonl");

  /** The system tells of each third that was read; at 10 KB a second, that is in time. */
  private static final int SEND_BUFFER = 1 << 18;

  private final Symbolicator symbolicator;
  private final ByteBudget budget;
  private final Vertx vertx;
  private final HttpConfig http;
  private final SymbolicationConfig symbolication;
  private final RequestLog log;
  private final BatchLimits limits = BatchLimits.DEFAULT;
  private final ExecutorService threads = WorkerThreads.pool("batch", limits.atOnce());
  private final Slots places = new Slots(limits.atOnce(), limits.atOnce() / 2, 0);
  private final long share;
  private final BatchMemory memory;

  BatchRunner(
      Symbolicator symbolicator,
      ByteBudget budget,
      Vertx vertx,
      HttpConfig http,
      SymbolicationConfig symbolication,
      RequestLog log) {
    this.symbolicator = symbolicator;
    this.budget = budget;
    this.vertx = vertx;
    this.http = http;
    this.symbolication = symbolication;
    this.log = log;
    share = budget.limit() / BatchLimits.SHARE_OF_BUDGET;
    memory = new BatchMemory(budget, share);
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  public static boolean isBatch(@Nullable String contentType) {
    return contentType != null
        && MEDIA_TYPES.contains(contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  /** Gives a batch its place, or throws. Nothing is read until the answer is written. */
  public StreamedAnswer admit(
      RoutingContext context, Caller caller, SymbolicationOptions options, BatchOptions added) {
    HttpServerRequest request = context.request();
    ContentCoding declared = declaredCoding(request);
    ContentCoding coding = Accept.coding(request.getHeader(HttpHeaders.ACCEPT_ENCODING), false);
    if (coding == null) {
      throw new ProblemException(Problems.noCoding());
    }
    Turn turn = takePlace(caller);
    context.addEndHandler(end -> places.end(turn));
    ChunkEncoder encoder = ChunkEncoder.of(coding, memory, () -> BatchProblems.noRoom(Again.REST));
    if (encoder != null) {
      context.addEndHandler(end -> encoder.close());
    }
    return new StreamedAnswer(
        coding, () -> begin(request, context, caller, options, added, declared, encoder));
  }

  private Turn takePlace(Caller caller) {
    Turn turn = new Turn(caller.scope(), caller.scope());
    places.start(turn, Slots.Job.atOnce(() -> new ProblemException(BatchProblems.tooMany())));
    return turn;
  }

  /**
   * Adds up a batch, on the event loop, or throws. Fails with a {@link ProblemException} if the
   * batch has no sum. The place is taken and the sum charged as long as the thread works, also if
   * the client leaves.
   */
  public CompletableFuture<SummedBatch> sum(
      RoutingContext context, Caller caller, SymbolicationOptions ofLines, SumOptions options) {
    HttpServerRequest request = context.request();
    ContentCoding declared = declaredCoding(request);
    Turn turn = takePlace(caller);
    Runnable endOfSilence = Connections.allowSilence(request.connection());
    BodyStream body = body(request, Again.ALL, BodyStream.MAX_DROPPED);
    ByteBudget.Lease lease = budget.open();
    ByteBudget.Hold hold = Objects.requireNonNull(lease.hold());
    CompletableFuture<Void> ended = new CompletableFuture<>();
    context.addEndHandler(
        end -> {
          lease.close();
          endOfSilence.run();
          ended.complete(null);
        });
    BatchSum sum =
        new BatchSum(
            options,
            limits,
            memory,
            share / BatchLimits.SUMS_OF_SHARE,
            lease,
            work(caller, ofLines),
            log,
            caller,
            ended);
    CompletableFuture<SummedBatch> summed = new CompletableFuture<>();
    threads.execute(
        () -> {
          try (body;
              InputStream inflated = StreamDecoding.of(body, declared, memory)) {
            summed.complete(
                sum.add(
                    new LineReader(
                        inflated,
                        http.maxBodySize().asLongValue(),
                        budget,
                        http.bodyTimeout(),
                        declared,
                        Again.ALL)));
          } catch (InterruptedException shutdown) {
            Thread.currentThread().interrupt();
            summed.completeExceptionally(new ProblemException(BatchProblems.stopping(Again.ALL)));
          } catch (CancellationException left) { // Nobody reads the answer, and nothing failed.
            summed.completeExceptionally(new ProblemException(BatchProblems.corrupt(Again.ALL)));
          } catch (Allowance.Exceeded exceeded) {
            summed.completeExceptionally(new ProblemException(Problems.noRoom(lease)));
          } catch (IOException | RuntimeException | Error failed) {
            summed.completeExceptionally(failed);
          } finally {
            CompletableFuture<Void> unused = ended.thenRun(sum::end);
            hold.close();
            places.end(turn);
          }
        });
    return summed;
  }

  /** Returns the one coding that Content-Encoding names; null if it names none. */
  private static @Nullable ContentCoding declaredCoding(HttpServerRequest request) {
    ContentCodings codings = ContentCodings.parse(request.getHeader(HttpHeaders.CONTENT_ENCODING));
    if (codings instanceof ContentCodings.Unsupported unsupported) {
      throw new ProblemException(Problems.unsupportedCoding(unsupported.detail()));
    }
    List<ContentCoding> applied = ((ContentCodings.Supported) codings).applied();
    if (applied.isEmpty()) {
      return null;
    }
    if (applied.size() > 1 || !StreamDecoding.knows(applied.get(0))) {
      throw new ProblemException(BatchProblems.coding());
    }
    return applied.get(0);
  }

  private void begin(
      HttpServerRequest request,
      RoutingContext context,
      Caller caller,
      SymbolicationOptions options,
      BatchOptions added,
      @Nullable ContentCoding declared,
      @Nullable ChunkEncoder encoder) {
    Runnable endOfSilence = Connections.allowSilence(request.connection());
    if (request.version() != HttpVersion.HTTP_2) {
      Connections.limitSendBuffer(request.connection(), SEND_BUFFER);
    }
    BatchAnswer answer =
        new BatchAnswer(vertx, request, limits, memory, http.answerTimeout(), encoder);
    BodyStream body = body(request, Again.REST, Long.MAX_VALUE);
    Batch batch =
        new Batch(
            body,
            declared,
            memory,
            http.maxBodySize().asLongValue(),
            http.bodyTimeout(),
            budget,
            answer,
            added,
            work(caller, options),
            log,
            caller);
    context.addEndHandler(
        end -> {
          answer.stop();
          batch.left();
          endOfSilence.run();
        });
    threads.execute(batch::run);
  }

  private BodyStream body(HttpServerRequest request, Again again, long maxDropped) {
    return BodyStream.begin(
        vertx,
        request,
        new BodyStream.Rules(
            Long.MAX_VALUE,
            BatchProblems.corrupt(again),
            http.bodyTimeout(),
            1,
            BatchProblems.tooSlow(http.bodyTimeout(), again),
            maxDropped));
  }

  private Batch.LineWork work(Caller caller, SymbolicationOptions options) {
    return (bytes, lease) ->
        symbolicator.symbolicate(
            bytes,
            options,
            new RequestContext(
                caller.scope(), Allowance.within(lease), Deadline.in(symbolication.deadline())));
  }

  /** Charges coders, which are held as long as a batch lasts, to the budget and to all's share. */
  static final class BatchMemory implements StreamDecoding.Memory {
    private final ByteBudget budget;
    private final long share;
    private final AtomicLong used = new AtomicLong();

    /** Makes a memory. Beyond the share of all, only assured bytes are left for each batch. */
    BatchMemory(ByteBudget budget, long share) {
      this.budget = budget;
      this.share = share;
    }

    boolean isFull() {
      return isFullWithout(0);
    }

    /** Tells whether the share would be full if some of the bytes were given up. */
    boolean isFullWithout(long bytes) {
      return used.get() - bytes >= share;
    }

    long used() {
      return used.get();
    }

    /** Counts bytes that a batch holds from now on; negative if it gave them up. */
    void count(long bytes) {
      used.addAndGet(bytes);
    }

    @Override
    public @Nullable Runnable take(long bytes, long largest) {
      ByteBudget.Lease lease = budget.open();
      long charged = bytes + lease.besides(largest);
      Runnable giveBack =
          () -> {
            count(-charged);
            lease.close();
          };
      if (used.addAndGet(charged) > share || !lease.grow(charged)) {
        giveBack.run();
        return null;
      }
      return giveBack;
    }
  }

  /**
   * Fixed limits.
   *
   * @param atOnce batches under way; half of them of one scope
   * @param window lines that may wait for one line in work, with that line
   * @param unreadBytes of lines and unread answers before a sender is held back
   * @param assuredBytes of these while other batches have used up the share of all
   * @param sumNodes of the call tree of a sum; fewer if they take too much of all batches' share
   */
  public record BatchLimits(
      int atOnce, int window, int unreadBytes, int assuredBytes, int sumNodes) {

    public static final BatchLimits DEFAULT =
        new BatchLimits(16, 256, 8 << 20, 256 << 10, ProfileSum.MAX_NODES);

    /** The part of the byte budget that all batches together may fill with unread answers. */
    static final int SHARE_OF_BUDGET = 4;

    /** The part of that for one sum, which takes more while it is folded and written. */
    static final int SUMS_OF_SHARE = 4;
  }
}
