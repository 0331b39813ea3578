package dev.symbolicator.api.large;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.AnswerSender.StreamedAnswer;
import dev.symbolicator.api.http.BodyReader;
import dev.symbolicator.api.http.ProfileHead;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.large.LargeWork.LargeProgress.LargePhase;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.Encoding;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.store.TempFiles.TempFile;
import dev.symbolicator.store.TempFiles.TempFileException;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import io.vertx.core.Vertx;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Receives a body into a file, symbolicates it and answers; {@link #run} releases everything. */
final class LargeWork {
  private static final int PIECE = 1 << 16;

  private final LargeRunner runner;
  private final LargeUpload upload;
  private final LargeAnswer answer;
  private final LargeProgress progress;
  private final Caller caller;
  private final CompletableFuture<Response> response = new CompletableFuture<>();

  /** Completed when the head of the response is there, on the event loop. */
  private final CompletableFuture<Void> head = new CompletableFuture<>();

  /** Fails when the request has ended, usually since the client has left. */
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  LargeWork(
      LargeRunner runner,
      LargeUpload upload,
      LargeAnswer answer,
      LargeProgress progress,
      Caller caller) {
    this.runner = runner;
    this.upload = upload;
    this.answer = answer;
    this.progress = progress;
    this.caller = caller;
  }

  CompletableFuture<Response> response() {
    return response;
  }

  /** Says that the request has ended. Later calls and those after the work do nothing. */
  void leave() {
    end.completeExceptionally(new IOException("the client has left"));
    answer.stop();
  }

  /** Ends work that was not begun. */
  void refuse(Problem problem) {
    release();
    fail(new ProblemException(problem));
  }

  private void release() {
    progress.end();
    upload.close();
  }

  /** Does the work. Called once, unless the work was refused. */
  void run() {
    try {
      work();
    } catch (ProblemException refused) {
      fail(refused);
    } catch (TempFileException refused) {
      fail(new ProblemException(LargeProblems.of(refused)));
    } catch (InterruptedException | InterruptedIOException shutdown) {
      Thread.currentThread().interrupt();
      fail(new ProblemException(LargeProblems.stopping()));
    } catch (IOException | RuntimeException | Error fault) {
      fail(fault);
    } finally {
      release();
    }
  }

  /** Answers with a failure, or breaks off an answer that has begun. */
  private void fail(Throwable failure) {
    Throwable cause = end.isDone() ? new ProblemException(BodyReader.cutOff()) : failure;
    if (response.completeExceptionally(cause)) {
      return;
    }
    if (failure instanceof LargeAnswer.UnreadException) {
      runner.log().notRead();
    }
    runner.log().brokenOff(caller, progress.phase().label());
    answer.hangUp();
  }

  private void work() throws IOException, InterruptedException {
    try (TempFile file = runner.files().create()) {
      long start = System.nanoTime();
      progress.begin(LargePhase.RECEIVING);
      receive(file);
      long received = System.nanoTime();
      progress.begin(LargePhase.READING);
      Symbolicated result = symbolicate(new SpooledBody(file, progress, end::isDone));
      write(result, Duration.ofNanos(received - start));
      progress.end();
      runner.log().symbolicated(caller, result, file.size(), received);
    }
  }

  private void receive(TempFile file) throws IOException {
    byte[] piece = new byte[PIECE];
    try (InputStream content = upload.content()) {
      for (int length = next(content, piece); length >= 0; length = next(content, piece)) {
        Optional<Problem> problem = runner.sizeProblem(file.size() + length);
        if (problem.isPresent()) {
          throw new ProblemException(problem.get());
        }
        file.append(piece, 0, length);
        progress.add(LargePhase.RECEIVING, length);
      }
    }
  }

  private int next(InputStream content, byte[] piece) throws IOException {
    try {
      return content.read(piece);
    } catch (InterruptedIOException shutdown) {
      throw shutdown;
    } catch (StreamDecoding.NoRoom noRoom) {
      throw new ProblemException(Problems.noRoom(upload.lease()));
    } catch (IOException damaged) {
      throw new ProblemException(LargeProblems.corrupt());
    }
  }

  private Symbolicated symbolicate(SpooledBody body) throws IOException, InterruptedException {
    ByteBudget.Lease lease = upload.lease();
    lease.shrinkTo(0);
    ByteBudget.Hold hold = lease.hold();
    if (hold == null) {
      throw new IOException("the client has left");
    }
    CompletableFuture<SymbolicationResult> result;
    try {
      result =
          runner
              .symbolicator()
              .symbolicate(
                  body, upload.format(), upload.options(), caller.scope(), Allowance.within(lease));
    } catch (IOException | RuntimeException | Error fault) {
      hold.close();
      throw fault;
    }
    // Other threads may use the profile until the result is there, even if the client has left.
    await(result.whenComplete((done, failure) -> hold.close()));
    return Problems.symbolicatedOrProblem(result.join(), lease);
  }

  private void write(Symbolicated result, Duration receiveTime)
      throws IOException, InterruptedException {
    ContentCoding coding =
        ProfileHead.coding(upload.request().headers(), result.mediaType(), false);
    long encoder = Encoding.memory(coding);
    if (!upload.lease().grow(LargeAnswer.memory(runner.limits()) + encoder)) {
      throw new ProblemException(Problems.noRoom(upload.lease()));
    }
    progress.begin(LargePhase.WRITING);
    response.complete(
        ProfileHead.of(new StreamedAnswer(coding, this::begin), result, coding)
            .header("Trailer", ProfileHead.SYMBOLICATION)
            .header(
                ProfileHead.SERVER_TIMING,
                ProfileHead.duration("receive", receiveTime)
                    + ", "
                    + ProfileHead.duration("read", result.timings().read())
                    + ", "
                    + ProfileHead.duration("resolve", result.timings().resolve()))
            .build());
    await(head);
    try (OutputStream out = Encoding.of(coding, answer)) {
      result.profile().writeTo(out);
    }
    answer.end(ProfileHead.SYMBOLICATION, ProfileHead.symbolication(result.report()));
  }

  private void begin() {
    answer.begin();
    head.complete(null);
  }

  /** Waits for a future, or for the end of the request. */
  private void await(CompletableFuture<?> future) throws IOException, InterruptedException {
    try {
      CompletableFuture.anyOf(future, end).get();
    } catch (ExecutionException failed) {
      throw thrown(failed.getCause());
    }
  }

  /** Throws what reading the body threw, also where a thread could throw it only unchecked. */
  static RuntimeException thrown(@Nullable Throwable cause) throws IOException {
    if (cause instanceof IOException left) {
      throw left;
    }
    if (cause instanceof UncheckedIOException unchecked) {
      throw unchecked.getCause();
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }

  /** A body in a temporary file. Counts the bytes that are read. */
  private static final class SpooledBody implements BodyBytes {
    private final TempFile file;
    private final LargeProgress progress;
    private final BooleanSupplier isUnwanted;

    SpooledBody(TempFile file, LargeProgress progress, BooleanSupplier isUnwanted) {
      this.file = file;
      this.progress = progress;
      this.isUnwanted = isUnwanted;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void read(long position, byte[] into, int offset, int length) throws IOException {
      if (isUnwanted.getAsBoolean()) {
        throw new IOException("the client has left");
      }
      file.read(position, into, offset, length);
      progress.add(LargeProgress.LargePhase.READING, length);
    }
  }

  /** Logs once a second how far the work has come; shorter work is not logged. */
  static final class LargeProgress {
    private static final long MILLIS = 1000;

    private final Vertx vertx;
    private final RequestLog log;
    private final Caller caller;
    private final long timer;
    private final AtomicLong bytes = new AtomicLong();
    private volatile LargePhase phase = LargePhase.WAITING;
    private long logged;
    private LargePhase loggedPhase = phase;

    LargeProgress(Vertx vertx, RequestLog log, Caller caller) {
      this.vertx = vertx;
      this.log = log;
      this.caller = caller;
      timer = vertx.setPeriodic(MILLIS, second -> log());
    }

    /** A part of the work; its bytes are counted from 0. */
    enum LargePhase {
      WAITING,
      RECEIVING,
      READING,
      WRITING;

      String label() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    void begin(LargePhase next) {
      bytes.set(0);
      phase = next;
    }

    /** Counts bytes if they belong to the present phase. */
    void add(LargePhase counted, long count) {
      if (counted == phase) {
        bytes.addAndGet(count);
      }
    }

    LargePhase phase() {
      return phase;
    }

    void end() {
      vertx.cancelTimer(timer);
    }

    private void log() {
      LargePhase now = phase;
      long all = bytes.get();
      long before = now == loggedPhase ? logged : 0;
      logged = all;
      loggedPhase = now;
      log.progressed(caller, now.label(), all, Math.max(0, all - before));
    }
  }
}
