package dev.symbolicator.sourcemap;

import java.util.Random;

/** Writes {@code mappings}. Adds redundant zero digits to random numbers. */
final class MappingsEncoder {

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private final Random noise;
  private final StringBuilder text = new StringBuilder();
  private boolean lineHasSegments;
  private int generatedColumn;
  private int source;
  private int originalLine;
  private int originalColumn;
  private int name;

  MappingsEncoder(Random noise) {
    this.noise = noise;
  }

  void newLine() {
    text.append(';');
    generatedColumn = 0;
    lineHasSegments = false;
  }

  void unmapped(int column) {
    if (lineHasSegments) {
      text.append(',');
    }
    lineHasSegments = true;
    number((long) column - generatedColumn);
    generatedColumn = column;
  }

  void mapped(int column, int newSource, int newLine, int newColumn) {
    unmapped(column);
    number((long) newSource - source);
    number((long) newLine - originalLine);
    number((long) newColumn - originalColumn);
    source = newSource;
    originalLine = newLine;
    originalColumn = newColumn;
  }

  void named(int newName) {
    number((long) newName - name);
    name = newName;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private void number(long value) {
    long bits = value < 0 ? -value << 1 | 1 : value << 1;
    int zeros = noise.nextInt(8) == 0 ? noise.nextInt(20) : 0;
    do {
      int digit = (int) (bits & 31);
      bits >>>= 5;
      boolean hasMore = bits != 0 || zeros-- > 0;
      text.append(ALPHABET.charAt(hasMore ? digit | 32 : digit));
      if (!hasMore) {
        return;
      }
    } while (true);
  }
}
