package dev.symbolicator.content;

/** The outcome of decoding a body. */
public sealed interface Decoding {

  /**
   * The body with its codings undone. The lease of the decoder has grown by exactly {@code
   * bytes.length}.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; a copy of 64 MB would be a waste.
  record Decoded(byte[] bytes) implements Decoding {}

  /**
   * The body has more than {@code limit} bytes, as sent or decoded.
   *
   * @param limit in bytes
   */
  record TooLarge(long limit) implements Decoding {}

  /**
   * The body is not encoded as its coding says: damaged, cut off, or not encoded at all.
   *
   * @param detail for people: the coding and the possible reasons
   */
  record Corrupt(String detail) implements Decoding {}

  /** The byte budget had no room for the body or its decoder. */
  record OverBudget() implements Decoding {}
}
