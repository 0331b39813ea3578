package dev.symbolicator.content;

/** What became of an encoded body. */
public sealed interface Decoding {

  /**
   * The body with its codings undone. The lease it was decoded under has grown by exactly {@code
   * bytes.length}.
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody; a copy of 64 MB would be a waste.
  record Decoded(byte[] bytes) implements Decoding {}

  /** More than {@code limit} bytes came out, or went in. */
  record TooLarge(long limit) implements Decoding {}

  /**
   * The body is not what its coding says: damaged, cut off, or something else altogether.
   *
   * @param detail which coding and what was wrong with it, for people
   */
  record Corrupt(String detail) implements Decoding {}

  /** The byte budget had no room for it. */
  record OverBudget() implements Decoding {}
}
