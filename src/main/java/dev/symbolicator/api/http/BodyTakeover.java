package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.memory.ByteBudget;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Takes over the body of one request if it shows a format that may be larger than the memory. Until
 * then, {@link BodyReader} receives the body like any other.
 */
public interface BodyTakeover {
  /** Takes no body over. */
  BodyTakeover NONE = new Never();

  /**
   * Tells whether the request may have such a body.
   *
   * @throws ProblemException if the request is refused
   */
  boolean isPossible();

  /**
   * Decides on a body of a known length before it is sent. Called if the length exceeds the limit
   * of other bodies.
   *
   * @return the problem of the body, or nothing
   */
  CompletableFuture<Optional<Problem>> refusal(long length);

  /**
   * Returns the bytes after which a body is looked at, once. A shorter body is never looked at.
   *
   * @param isCoded whether the bytes are compressed, as declared or as the first of them show
   */
  int lookAfter(boolean isCoded);

  /**
   * Takes a body over if its beginning shows such a format. Called on the event loop. On success,
   * the request's handlers have been replaced, and the lease belongs to the taker.
   *
   * @return false if the body is of another format
   * @throws ProblemException if the body is refused
   */
  boolean take(Beginning beginning);

  /**
   * The bytes of a body that have come.
   *
   * @param pieces these bytes, in order
   * @param size their number
   * @param codings how the body was encoded
   * @param lease charged with all pieces but the last
   */
  record Beginning(
      List<ByteBuffer> pieces,
      long size,
      ContentCodings.Supported codings,
      ByteBudget.Lease lease) {

    /** Returns a stream of the bytes. */
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

  /** Leaves every body to {@link BodyReader}. */
  final class Never implements BodyTakeover {
    private Never() {}

    @Override
    public boolean isPossible() {
      return false;
    }

    @Override
    public CompletableFuture<Optional<Problem>> refusal(long length) {
      return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public int lookAfter(boolean isCoded) {
      return Integer.MAX_VALUE;
    }

    @Override
    public boolean take(Beginning beginning) {
      return false;
    }
  }
}
