package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A growing list of bytes in pieces, so that growth copies nothing. */
final class ByteSink {
  private static final int MORE = 0x80;
  private static final int LONGEST_NUMBER = 10;
  private static final int SMALLEST_PIECE = 256;
  private static final int LARGEST_PIECE = 1 << 16;

  private final Allowance allowance;
  private final List<byte[]> full = new ArrayList<>();

  /** The number of used bytes in each full piece. */
  private final Ints used;

  private int inFull;
  private byte[] piece;
  private int inPiece;

  ByteSink(Allowance allowance) {
    this.allowance = allowance;
    used = new Ints(allowance);
    piece = allowance.bytes(SMALLEST_PIECE);
  }

  int size() {
    return inFull + inPiece;
  }

  void text(String text) {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  void bytes(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      reserve(1);
      int now = Math.min(bytes.length - at, piece.length - inPiece);
      System.arraycopy(bytes, at, piece, inPiece, now);
      inPiece += now;
      at += now;
    }
  }

  /** Appends the lowest eight bits of a number. */
  void single(int number) {
    reserve(1);
    piece[inPiece++] = (byte) number;
  }

  /** Appends a number in groups of seven bits, the lowest first; all but the last are marked. */
  void unsigned(long number) {
    reserve(LONGEST_NUMBER);
    long rest = number;
    while (rest >= MORE) {
      piece[inPiece++] = (byte) (rest | MORE);
      rest >>>= 7;
    }
    piece[inPiece++] = (byte) rest;
  }

  /** Appends a number of either sign; small numbers take few bytes. */
  void signed(long number) {
    unsigned((number << 1) ^ (number >> 63));
  }

  private void reserve(int more) {
    if (piece.length - inPiece < more) {
      full.add(piece);
      used.add(inPiece);
      inFull = Math.addExact(inFull, inPiece);
      piece = allowance.bytes(Math.min(LARGEST_PIECE, 2 * piece.length));
      inPiece = 0;
    }
  }

  void copyTo(ByteBuffer target) {
    for (int i = 0; i < full.size(); i++) {
      target.put(full.get(i), 0, used.get(i));
    }
    target.put(piece, 0, inPiece);
  }
}
