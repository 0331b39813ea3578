package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import dev.symbolicator.memory.Allowance;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets one piece of work of all uploads at a time take files into memory. Work for which too little
 * memory is left is tried again for a while, since profiles take their memory only for a moment.
 */
final class UploadMemory {
  private static final String LIMIT = "symbolicator.memory.max-bytes-in-flight";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 50;

  private final Semaphore turn = new Semaphore(1, true);
  private final Duration wait;

  UploadMemory(Duration wait) {
    this.wait = wait;
  }

  /** A piece of work that can be begun again. */
  interface MemoryWork<T> {
    /** Works; the part of the allowance is given back afterwards. */
    T run(Allowance part) throws IOException;
  }

  /**
   * Does a piece of work.
   *
   * @param name the file, for messages
   * @throws UploadRefusedException if there is too little memory at all, or for too long
   */
  <T> T with(Allowance allowance, String name, MemoryWork<T> work) throws IOException {
    try {
      turn.acquire();
      try {
        return inTurn(allowance, name, work);
      } finally {
        turn.release();
      }
    } catch (InterruptedException shutdown) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The service is shutting down.");
    }
  }

  private <T> T inTurn(Allowance allowance, String name, MemoryWork<T> work)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    while (true) {
      try (Allowance part = allowance.part()) {
        return work.run(part);
      } catch (Allowance.Exceeded exceeded) {
        if (exceeded.passesLimitAlone(0) || System.nanoTime() > deadline) {
          throw refusal(exceeded, name);
        }
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  /** Returns the exception of a file for which too little memory is left. */
  static UploadRefusedException refusal(Allowance.Exceeded exceeded, String name) {
    return exceeded.passesLimitAlone(0)
        ? UploadRefusedException.tooLarge(
            LIMIT,
            EntryPath.shown(name)
                + " needs more memory than the service may use. Leave the file out, or have the"
                + " operator give the service more heap.")
        : UploadRefusedException.forNow(
            UploadFault.BUSY,
            LIMIT,
            "The service has no memory to read " + EntryPath.shown(name) + " now.",
            RETRY_AFTER);
  }
}
