package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.memory.ByteBudget;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Receives bodies on the event loop, within limits of size and memory, so no thread waits. */
@Singleton
public class BodyReader {
  /** The bytes that tell the coding of a body. */
  private static final int LONGEST_MAGIC = 4;

  /** Bodies of up to this announced length are received as long as they fit into the budget. */
  private static final long MAX_IN_A_CROWD = 16 << 10;

  /** One such part of the budget is kept for the work on bodies, which takes more than they do. */
  private static final int SHARE_OF_WORK = 2;

  private final Vertx vertx;
  private final ByteBudget budget;
  private final HttpConfig config;

  BodyReader(Vertx vertx, ByteBudget budget, HttpConfig config) {
    this.vertx = vertx;
    this.budget = budget;
    this.config = config;
  }

  /** Receives a body, which the caller closes; fails with a {@link ProblemException}. */
  public CompletionStage<RequestBody> receive(HttpServerRequest request) {
    return receive(request, usual());
  }

  /** Like {@link #receive(HttpServerRequest)}, within a limit of the endpoint's own. */
  public CompletionStage<RequestBody> receive(HttpServerRequest request, MaxSize max) {
    return receive(request, max, null).thenApply(Optional::orElseThrow);
  }

  /** Like {@link #receive(HttpServerRequest)}; empty if another part took the body over. */
  public CompletionStage<Optional<RequestBody>> receive(
      HttpServerRequest request, @Nullable BodyTakeover takeover) {
    return receive(request, usual(), takeover);
  }

  private MaxSize usual() {
    return new MaxSize(config.maxBodySize().asLongValue(), "symbolicator.http.max-body-size");
  }

  private CompletionStage<Optional<RequestBody>> receive(
      HttpServerRequest request, MaxSize max, @Nullable BodyTakeover takeover) {
    ContentCodings codings = ContentCodings.parse(request.getHeader(HttpHeaders.CONTENT_ENCODING));
    if (codings instanceof ContentCodings.Unsupported unsupported) {
      return refuse(request, Problems.unsupportedCoding(unsupported.detail()));
    }
    return new Reception(request, max, (ContentCodings.Supported) codings, takeover).begin();
  }

  private static <T> CompletionStage<T> refuse(HttpServerRequest request, Problem problem) {
    request.resume(); // without a handler, the body is dropped
    return CompletableFuture.failedFuture(new ProblemException(problem));
  }

  private final class Reception {
    private final HttpServerRequest request;
    private final CompletableFuture<Optional<RequestBody>> result = new CompletableFuture<>();
    private final @Nullable BodyTakeover takeover;
    private final MaxSize max;
    private final long limit;
    private final ByteBudget.Lease lease = budget.open();
    private final ContentCodings.Supported codings;
    private final Decoder decoder;
    private final long announced;
    private long received;
    private long lookAfter;
    private long timer;

    Reception(
        HttpServerRequest request,
        MaxSize max,
        ContentCodings.Supported codings,
        @Nullable BodyTakeover takeover) {
      this.request = request;
      this.max = max;
      limit = max.bytes();
      this.codings = codings;
      this.takeover = takeover;
      announced = announcedLength(request);
      lookAfter = lookAfter(!codings.applied().isEmpty());
      decoder = new Decoder(codings, limit, lease, true);
    }

    CompletableFuture<Optional<RequestBody>> begin() {
      timer = vertx.setTimer(config.bodyTimeout().toMillis(), late -> fail(tooSlow()));
      request.handler(this::receive);
      request.endHandler(end -> complete());
      request.exceptionHandler(broken -> fail(cutOff()));
      if (announced <= limit) {
        decoder.expect(announced);
        askUnless(Optional.empty());
      } else if (takeover != null && isPossible(takeover)) {
        Context context = vertx.getOrCreateContext();
        CompletableFuture<Void> unused =
            takeover
                .refusal(announced)
                .thenAccept(refusal -> context.runOnContext(now -> askUnless(refusal)));
      } else {
        refuse(max.exceeded());
      }
      return result;
    }

    /** Tells whether earlier bodies need the budget: more would make their work fail halfway. */
    private boolean isCrowded() {
      boolean isSmall = announced > 0 && announced <= MAX_IN_A_CROWD;
      return !isSmall && budget.used() > budget.limit() / SHARE_OF_WORK;
    }

    private long lookAfter(boolean isCoded) {
      return takeover == null ? limit : Math.min(limit, takeover.lookAfter(isCoded));
    }

    private boolean isPossible(BodyTakeover takeover) {
      try {
        return takeover.isPossible();
      } catch (ProblemException refused) {
        fail(refused.problem());
        return false;
      }
    }

    private void askUnless(Optional<Problem> refusal) {
      if (refusal.isPresent()) {
        refuse(refusal.get());
      } else if (isCrowded()) {
        refuse(Problems.noRoom(lease));
      } else {
        BodyStream.ask(request);
      }
    }

    private void refuse(Problem problem) {
      fail(problem);
      request.resume();
    }

    private void receive(Buffer chunk) {
      if (received == 0 && isCoded(chunk)) {
        lookAfter = lookAfter(true);
      }
      received += chunk.length();
      if (result.isDone()) {
        BodyStream.dropped(request, received, 2 * limit);
      } else if (received > lookAfter && isTakenOver(chunk)) {
        vertx.cancelTimer(timer);
        result.complete(Optional.empty());
      } else if (result.isDone()) {
        return; // refused by its beginning
      } else if (received > limit) {
        fail(max.exceeded());
      } else if (!decoder.accept(chunk.length(), chunk::getBytes)) {
        fail(max.problem(decoder.finish(), lease));
      }
    }

    private static boolean isCoded(Buffer first) {
      byte[] bytes = first.getBytes(0, Math.min(first.length(), LONGEST_MAGIC));
      return ContentCoding.ofFirstBytes(bytes) != ContentCoding.IDENTITY;
    }

    /** Looks at the body once. */
    private boolean isTakenOver(Buffer chunk) {
      lookAfter = Long.MAX_VALUE;
      try {
        if (takeover == null || !takeover.isPossible()) {
          return false;
        }
        List<ByteBuffer> beginning = new ArrayList<>(decoder.collected());
        beginning.add(ByteBuffer.wrap(chunk.getBytes()));
        if (takeover.take(new BodyTakeover.Beginning(beginning, received, codings, lease))) {
          return true;
        }
        if (announced > limit) {
          fail(max.exceeded());
        }
        return false;
      } catch (ProblemException refused) {
        fail(refused.problem());
        return false;
      }
    }

    private void complete() {
      if (result.complete(Optional.of(new RequestBody(decoder, codings, max, lease)))) {
        vertx.cancelTimer(timer);
      }
    }

    private void fail(Problem problem) {
      if (result.completeExceptionally(new ProblemException(problem))) {
        vertx.cancelTimer(timer);
        lease.close();
      }
    }

    private Problem tooSlow() {
      return Problem.of(
              Problem.ProblemKind.BODY_TIMEOUT,
              "The body did not arrive within "
                  + config.bodyTimeout().toMillis()
                  + " ms. Send it faster, send less at once, or have the operator raise"
                  + " symbolicator.http.body-timeout.")
          .withLimit("symbolicator.http.body-timeout");
    }
  }

  /** Returns the problem of a body that ends early. */
  public static Problem cutOff() {
    return Problem.of(
        Problem.ProblemKind.BAD_REQUEST,
        "The connection ended before the body did. Send the request again.");
  }

  /** Returns the length in bytes that a request announces for its body; 0 if it does not. */
  private static long announcedLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return length == null ? 0 : Long.parseLong(length);
  }

  /** The most bytes of a body, as sent and inflated, and the key that sets them. */
  public record MaxSize(long bytes, String key) {
    Problem exceeded() {
      return Problems.bodyTooLarge(bytes, key);
    }

    Problem problem(Decoding failure, ByteBudget.Lease lease) {
      return failure instanceof Decoding.TooLarge ? exceeded() : Problems.of(failure, lease);
    }
  }

  /** Takes over a body whose format may exceed the memory; until then it is received like any. */
  public interface BodyTakeover {
    /** Tells whether the body may be one; throws a {@link ProblemException} if refused. */
    boolean isPossible();

    /** Decides on a body whose length exceeds the limit of others, before it is sent. */
    CompletableFuture<Optional<Problem>> refusal(long length);

    /** Returns the bytes, compressed or not, after which a body is looked at, once. */
    int lookAfter(boolean isCoded);

    /**
     * Called on the event loop. If true, the handlers are replaced, and the lease is the taker's;
     * false for another format. Throws a {@link ProblemException} if the body is refused.
     */
    boolean take(Beginning beginning);

    /** The bytes that have come, in order; the lease is charged with all pieces but the last. */
    record Beginning(
        List<ByteBuffer> pieces,
        long size,
        ContentCodings.Supported codings,
        ByteBudget.Lease lease) {

      public InputStream stream() {
        return new SequenceInputStream(
            Collections.enumeration(
                pieces.stream()
                    .map(
                        piece ->
                            new ByteArrayInputStream(
                                piece.array(), piece.arrayOffset(), piece.limit()))
                    .toList()));
      }
    }
  }
}
