package dev.symbolicator.content;

/** Bytes that can be copied into an array, such as a buffer of a network library. */
@FunctionalInterface
public interface ByteSource {
  /**
   * Copies bytes.
   *
   * @param start 0-based index of the first byte
   * @param end 0-based index behind the last byte
   * @param into the array that takes the bytes
   * @param at 0-based index of the first byte in the array
   */
  void copy(int start, int end, byte[] into, int at);
}
