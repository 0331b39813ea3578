package dev.symbolicator.api.large;

import java.time.Duration;

/**
 * The fixed limits of large bodies.
 *
 * @param atOnce how many large bodies may be in work at once; half of them of one scope
 * @param waiting how many large bodies may wait for a place
 * @param maxWait how long a large body waits for a place
 * @param plainHead after how many bytes a body is looked at: a smaller one is kept in memory
 * @param codedHead like {@code plainHead}, for a compressed body, of which the bytes are counted as
 *     they are sent
 * @param progressBytes how many bytes a client has to send within {@code
 *     symbolicator.http.body-timeout}
 * @param pageBytes the size of a page of an answer
 * @param unsentPages how many pages wait for the client before the writing waits
 * @param bytesPerHeapByte how many bytes of a body need one byte of memory
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

  /** The limits of the service; tests use others. */
  public static final LargeLimits DEFAULT =
      new LargeLimits(2, 8, Duration.ofSeconds(30), 1 << 20, 1 << 18, 1 << 20, 1 << 16, 8, 50);

  int atOnceOfScope() {
    return Math.max(1, atOnce / 2);
  }
}
