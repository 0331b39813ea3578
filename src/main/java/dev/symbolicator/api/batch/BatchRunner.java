package dev.symbolicator.api.batch;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.AcceptEncoding;
import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.http.HttpConfig;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.http.StreamedAnswer;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.threads.WorkerThreads;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs batches, each on a thread of its own. Bounds their number and their memory. */
@ApplicationScoped
public class BatchRunner {
  /** The media type of a batch's answer. */
  public static final String MEDIA_TYPE = "application/x-ndjson";

  private static final Set<String> MEDIA_TYPES =
      Set.of(MEDIA_TYPE, "application/ndjson", "application/jsonl");

  /**
   * A reader of 10 KB a second takes a third of this buffer, of which the system tells, in time.
   */
  private static final int SEND_BUFFER = 1 << 18;

  private final Symbolicator symbolicator;
  private final ByteBudget budget;
  private final Vertx vertx;
  private final HttpConfig http;
  private final SymbolicationConfig symbolication;
  private final RequestLog log;
  private final BatchLimits limits = BatchLimits.DEFAULT;
  private final ExecutorService threads = WorkerThreads.pool("batch", limits.atOnce());
  private final Map<String, Integer> ofScope = new HashMap<>();
  private final BatchRoom room;
  private final CodecMemory codecs;
  private int underWay;

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
    room = new BatchRoom(new AtomicLong(), budget.limit() / BatchLimits.SHARE_OF_BUDGET);
    codecs = new CodecMemory(budget, room);
  }

  @PreDestroy
  void stop() {
    threads.shutdownNow();
  }

  /** Tells whether a content type is that of a batch. */
  public static boolean isBatch(@Nullable String contentType) {
    return contentType != null
        && MEDIA_TYPES.contains(contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  /**
   * Gives a batch its place. Nothing of its body is read yet.
   *
   * @param options the options of each line
   * @param hasTotals whether the answer ends with a line of totals
   * @return the answer, which begins the work when it is written
   * @throws ProblemException if the batch is refused
   */
  public StreamedAnswer admit(
      RoutingContext context, Caller caller, SymbolicationOptions options, boolean hasTotals) {
    HttpServerRequest request = context.request();
    ContentCoding declared = declaredCoding(request);
    ContentCoding coding =
        AcceptEncoding.choose(request.getHeader(HttpHeaders.ACCEPT_ENCODING), false);
    if (coding == null) {
      throw new ProblemException(Problems.noCoding());
    }
    enter(caller.scope());
    context.addEndHandler(end -> leave(caller.scope()));
    BatchEncoder encoder = BatchEncoder.of(coding, codecs);
    if (encoder != null) {
      context.addEndHandler(end -> encoder.close());
    }
    return new StreamedAnswer(
        coding, () -> begin(request, context, caller, options, hasTotals, declared, encoder));
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

  private synchronized void enter(String scope) {
    int mine = ofScope.getOrDefault(scope, 0);
    if (underWay == limits.atOnce() || mine >= limits.atOnce() / 2) {
      throw new ProblemException(BatchProblems.tooMany());
    }
    underWay++;
    ofScope.put(scope, mine + 1);
  }

  private synchronized void leave(String scope) {
    underWay--;
    ofScope.merge(scope, -1, (mine, less) -> mine + less == 0 ? null : mine + less);
  }

  private void begin(
      HttpServerRequest request,
      RoutingContext context,
      Caller caller,
      SymbolicationOptions options,
      boolean hasTotals,
      @Nullable ContentCoding declared,
      @Nullable BatchEncoder encoder) {
    Runnable endOfSilence = Connections.allowSilence(request.connection());
    if (request.version() != HttpVersion.HTTP_2) {
      Connections.limitSendBuffer(request.connection(), SEND_BUFFER);
    }
    BatchAnswer answer =
        new BatchAnswer(vertx, request, limits, room, http.answerTimeout(), encoder);
    BodyStream body =
        BodyStream.begin(
            vertx,
            request,
            new BodyStream.Rules(
                Long.MAX_VALUE,
                BatchProblems.corrupt(),
                http.bodyTimeout(),
                1,
                BatchProblems.tooSlow(http.bodyTimeout()),
                Long.MAX_VALUE));
    Batch batch =
        new Batch(
            body,
            declared,
            codecs,
            http.maxBodySize().asLongValue(),
            http.bodyTimeout(),
            budget,
            answer,
            hasTotals,
            (bytes, lease) ->
                symbolicator.symbolicate(
                    bytes,
                    options,
                    new RequestContext(
                        caller.scope(), lease::grow, Deadline.in(symbolication.deadline()))),
            new LineLog(caller));
    context.addEndHandler(
        end -> {
          answer.stop();
          batch.left();
          endOfSilence.run();
        });
    threads.execute(batch::run);
  }

  private final class LineLog implements Batch.BatchLog {
    private final Caller caller;
    private final long start = System.nanoTime();

    LineLog(Caller caller) {
      this.caller = caller;
    }

    @Override
    public void symbolicated() {
      log.symbolicatedLine();
    }

    @Override
    public void failed(Problem problem) {
      log.failedLine(problem);
    }

    @Override
    public void ended(String end, Map<String, Long> totals) {
      log.batched(caller, end, totals, start);
    }
  }
}
