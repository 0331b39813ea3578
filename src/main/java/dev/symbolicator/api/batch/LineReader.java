package dev.symbolicator.api.batch;

import dev.symbolicator.api.batch.BatchAnswer.BatchLine;
import dev.symbolicator.api.batch.BatchProblems.Again;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream at line feeds. Empty lines are only counted, too long ones are problems of their
 * own. A {@link ProblemException} ends the batch.
 */
final class LineReader {
  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private final long maxLine;
  private final ByteBudget budget;
  private final Duration idle;
  private final @Nullable ContentCoding declared;
  private final Again again;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private long number;
  private long begunAt;

  /** Makes a reader, with limits of a line's bytes and of the time for one that is not empty. */
  LineReader(
      InputStream in,
      long maxLine,
      ByteBudget budget,
      Duration idle,
      @Nullable ContentCoding declared,
      Again again) {
    this.declared = declared;
    this.again = again;
    this.in = in;
    this.maxLine = maxLine;
    this.budget = budget;
    this.idle = idle;
  }

  /** Returns the number of complete lines so far, with empty ones. */
  long number() {
    return number;
  }

  /**
   * Reads the next line that is not empty; null at the end.
   *
   * @throws ProblemException if none is complete in time, or the stream is damaged
   */
  @Nullable BatchLine next() {
    try {
      return read();
    } catch (StreamDecoding.NoRoom noRoom) {
      throw new ProblemException(BatchProblems.noRoom(again));
    } catch (InterruptedIOException shutdown) {
      Thread.currentThread().interrupt();
      throw new ProblemException(BatchProblems.stopping(again));
    } catch (IOException damaged) {
      throw new ProblemException(
          number == 0 ? BatchProblems.corruptAtBegin(declared) : BatchProblems.corrupt(again));
    }
  }

  private @Nullable BatchLine read() throws IOException {
    begunAt = System.nanoTime();
    while (at < end || fill()) {
      number++;
      if (!skipBlank()) {
        BatchLine line = line(budget.open());
        if (line != null) {
          return line;
        }
      }
    }
    return null;
  }

  /** Skips a blank line that ends within the buffer, for which no memory is charged. */
  private boolean skipBlank() {
    int behind = at;
    while (behind < end && isBlank(buffer[behind])) {
      behind++;
    }
    boolean isLine = behind < end && buffer[behind] == '\n';
    at = isLine ? behind + 1 : at;
    return isLine;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    if (end > 0 && System.nanoTime() - begunAt > idle.toNanos()) {
      throw new ProblemException(BatchProblems.tooSlow(idle, again));
    }
    return end > 0;
  }

  /** Returns the line that begins here; null if it is blank. */
  private @Nullable BatchLine line(ByteBudget.Lease lease) throws IOException {
    boolean isRead = false;
    try {
      BatchLine line = line(new Decoder(ContentCodings.NONE, maxLine, lease), lease);
      isRead = line != null;
      return line;
    } catch (IOException | RuntimeException unfinished) {
      number--;
      throw unfinished;
    } finally {
      if (!isRead) {
        lease.close();
      }
    }
  }

  private @Nullable BatchLine line(Decoder text, ByteBudget.Lease lease) throws IOException {
    boolean hasEnded = false;
    boolean isWanted = lease.grow(BatchLine.OVERHEAD_BYTES);
    while (!hasEnded && (at < end || fill())) {
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      isWanted = isWanted && text.accept(buffer, from, at - from);
      hasEnded = at < end;
      at += hasEnded ? 1 : 0;
    }
    Decoding whole = isWanted ? text.finish() : failure(text);
    if (whole instanceof Decoding.Decoded line) {
      return isBlank(line.bytes()) ? null : new BatchLine(number, lease, line.bytes(), null);
    }
    Problem problem =
        whole instanceof Decoding.TooLarge
            ? Problems.lineTooLarge(maxLine)
            : Problems.noRoom(lease);
    return new BatchLine(number, lease, BatchLine.NONE, problem);
  }

  private static Decoding failure(Decoder text) {
    Decoding failure = text.finish();
    return failure instanceof Decoding.Decoded ? new Decoding.OverBudget() : failure;
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (!isBlank(b)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }
}
