package dev.symbolicator.api;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoding;

/**
 * A request's body that has arrived.
 *
 * @param needsWindow whether {@link #bytes} takes memory that the lease is not charged with, so
 *     that few may do so at once
 * @param lease what the body takes of the budget; what is made from it is charged to it too
 */
record ProfileBody(Decoder decoder, boolean needsWindow, ByteBudget.Lease lease)
    implements AutoCloseable {

  /**
   * Undoes what is left of the body's content codings; not for an event loop. Called once.
   *
   * @throws ProblemException if the body is damaged or passes a limit
   */
  byte[] bytes() {
    Decoding decoding = decoder.finish();
    if (decoding instanceof Decoding.Decoded decoded) {
      return decoded.bytes();
    }
    throw new ProblemException(Problems.of(decoding, lease));
  }

  @Override
  public void close() {
    decoder.close();
    lease.close();
  }
}
