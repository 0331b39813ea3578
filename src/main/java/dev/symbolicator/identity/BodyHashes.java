package dev.symbolicator.identity;

import dev.symbolicator.javascript.FunctionParts;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.SourceTokens;
import dev.symbolicator.javascript.SourceTokens.SourceToken;
import dev.symbolicator.json.JsonString;
import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/**
 * The hashes {@code b1} of the tokens of functions, by which one that was renamed or moved is found
 * again. Neither comments nor white space count, nor parentheses, commas and semicolons, which
 * formatters add and remove.
 */
final class BodyHashes {
  /** A function with as many functions, classes and fields around it has none: see {@link #of}. */
  static final int DEEPEST = 64;

  private final Outline outline;
  private final FunctionParts parts;
  private final TokenBytes bytes;

  /** How many functions, classes and fields are around each row. */
  private final int[] depths;

  /** The next row of the same fields; 0 behind the last one. */
  private final int[] nextFields;

  BodyHashes(
      Outline outline,
      FunctionParts parts,
      SourceTokens tokens,
      ShortHash shortHash,
      Allowance allowance) {
    this.outline = outline;
    this.parts = parts;
    depths = allowance.ints(outline.size());
    nextFields = allowance.ints(outline.size());
    findDepths(allowance);
    int[] lastFields = allowance.ints(outline.size());
    for (int row = 0; row < outline.size(); row++) {
      int first = outline.first(row);
      if (first < row) {
        nextFields[lastFields[first] == 0 ? first : lastFields[first]] = row;
        lastFields[first] = row;
      }
    }
    int[] offsets = allowance.ints(2 * outline.size());
    long[] spans = allowance.longs(outline.size());
    for (int row = 0; row < outline.size(); row++) {
      offsets[2 * row] = from(row);
      offsets[2 * row + 1] = to(row);
      spans[row] = ((long) from(row) << Integer.SIZE) | to(row);
    }
    bytes = new TokenBytes(tokens, offsets, spans, shortHash, allowance);
  }

  /** Of a class, what it extends counts, which is all that its implicit constructor depends on. */
  private int from(int row) {
    return switch (outline.kind(row)) {
      case CLASS -> Math.max(0, parts.heritage(row));
      case INSTANCE_FIELDS, STATIC_FIELDS -> parts.memberBegin(row);
      default -> outline.start(row);
    };
  }

  private int to(int row) {
    if (outline.kind(row) == FunctionKind.CLASS) {
      return parts.heritage(row) < 0 ? 0 : parts.heritageLast(row) + 1;
    }
    return outline.rowEnd(row);
  }

  private void findDepths(Allowance allowance) {
    int[] ends = allowance.ints(outline.size());
    int depth = 0;
    for (int place = 0; place < outline.size(); place++) {
      int row = parts.inTextOrder(place);
      while (depth > 0 && ends[depth - 1] <= parts.begin(row)) {
        depth--;
      }
      depths[row] = depth;
      ends[depth++] = outline.rowEnd(row);
    }
  }

  /** Returns the hash of a function; 0 if it is nested too deeply. */
  long of(int row) {
    if (depths[row] >= DEEPEST) {
      return 0;
    }
    int next = row;
    do {
      bytes.add(from(next), to(next));
      next = nextFields[next];
    } while (next > 0);
    return bytes.finish();
  }

  /** The tokens of all functions, each with a NUL behind it; each function hashes its part. */
  private static final class TokenBytes {
    /** Most heap bytes for copies of a literal's UTF-16 unit, which may become an escape of six. */
    private static final int BYTES_WRITING = 32;

    private static final int FIRST_BYTES = 1 << 10;

    private final ShortHash hash;
    private final Allowance allowance;

    /** The offsets in the text at which functions begin and end, ascending. */
    private final int[] offsets;

    /** Where the first token from each offset on begins in {@link #bytes}. */
    private final int[] places;

    private byte[] bytes;
    private int size;

    /** Where the last piece that was added ends; 0 if there is none. */
    private int pending;

    /**
     * Writes the tokens within spans of offsets, which are sorted; {@code offsets} must hold those
     * that are asked for, and is sorted too.
     */
    TokenBytes(
        SourceTokens tokens, int[] offsets, long[] spans, ShortHash hash, Allowance allowance) {
      this.hash = hash;
      this.allowance = allowance;
      this.offsets = offsets;
      Arrays.sort(offsets);
      places = allowance.ints(offsets.length);
      bytes = allowance.bytes(FIRST_BYTES);
      Arrays.sort(spans);
      int next = 0;
      int reached = 0;
      for (long span : spans) {
        int to = (int) span;
        if (to > reached) {
          tokens.moveTo(Math.max(reached, (int) (span >>> Integer.SIZE)));
          while (tokens.next() && tokens.start() < to) {
            while (next < offsets.length && offsets[next] <= tokens.start()) {
              places[next++] = size;
            }
            write(tokens);
          }
          reached = to;
        }
      }
      Arrays.fill(places, next, places.length, size);
    }

    private void write(SourceTokens tokens) {
      switch (tokens.kind()) {
        case STRING, ATTRIBUTE, SPACED -> {
          int before = size;
          if (!writeAscii(tokens)) {
            size = before;
            writeAny(tokens);
          }
        }
        case WORD, OTHER -> writePlain(tokens);
      }
    }

    /** Writes a literal without characters that need an escape; false if it has others. */
    private boolean writeAscii(SourceTokens tokens) {
      boolean isQuoted = tokens.kind() != SourceToken.SPACED;
      int from = tokens.start() + (isQuoted ? 1 : 0);
      int to = tokens.end() - (isQuoted ? 1 : 0);
      reserve(tokens.end() - tokens.start() + 3);
      int at = size;
      if (isQuoted) {
        bytes[at++] = '"';
      }
      boolean isAfterBlank = !isQuoted;
      for (int i = from; i < to; i++) {
        char c = tokens.at(i);
        boolean isBlank = c == ' ' || (!isQuoted && c >= '\t' && c <= '\r');
        boolean isPlain = c > ' ' && c < 0x7f && (!isQuoted || (c != '\\' && c != '"'));
        if (!isPlain && !isBlank) {
          return false;
        }
        if (isPlain || !isAfterBlank) {
          bytes[at++] = (byte) (isBlank ? ' ' : c);
        }
        isAfterBlank = isBlank;
      }
      if (isQuoted) {
        bytes[at++] = '"';
      } else if (isAfterBlank && at > size) {
        at--;
      }
      boolean isOnlyMark = at == size + 1 && isDropped((char) bytes[size]);
      if (at > size && !isOnlyMark) {
        bytes[at++] = 0;
        size = at;
      }
      return true;
    }

    private void writeAny(SourceTokens tokens) {
      try (Allowance whileWriting = allowance.part()) {
        whileWriting.take((long) BYTES_WRITING * (tokens.end() - tokens.start()));
        boolean isSpaced = tokens.kind() == SourceToken.SPACED;
        writeSpaced(isSpaced ? tokens.written() : JsonString.quoted(tokens.value()));
      }
    }

    private void writePlain(SourceTokens tokens) {
      int start = tokens.start();
      int end = tokens.end();
      if (end - start == 1 && isDropped(tokens.at(start))) {
        return;
      }
      reserve(end - start + 1);
      int at = size;
      for (int i = start; i < end; i++) {
        char c = tokens.at(i);
        if (c >= 0x80) {
          writeUtf8(tokens.written());
          return;
        }
        bytes[at++] = (byte) c;
      }
      bytes[at++] = 0;
      size = at;
    }

    private static boolean isDropped(char c) {
      return c == '(' || c == ')' || c == ',' || c == ';';
    }

    private void writeSpaced(String text) {
      String plain = withSingleBlanks(text);
      boolean isOnlyMark = plain.length() == 1 && isDropped(plain.charAt(0));
      if (!plain.isEmpty() && !isOnlyMark) {
        writeUtf8(plain);
      }
    }

    private void writeUtf8(String text) {
      byte[] utf8 = ShortHash.utf8(text);
      reserve(utf8.length + 1);
      System.arraycopy(utf8, 0, bytes, size, utf8.length);
      size += utf8.length;
      bytes[size++] = 0;
    }

    private void reserve(int more) {
      if (bytes.length - size < more) {
        bytes = allowance.resize(bytes, Math.max(size + more, 2 * bytes.length));
      }
    }

    private static String withSingleBlanks(String text) {
      StringBuilder plain = new StringBuilder(text.length());
      boolean isAfterBlank = true;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        boolean isBlank = PathText.isBlank(c);
        if (!isBlank) {
          plain.append(c);
        } else if (!isAfterBlank) {
          plain.append(' ');
        }
        isAfterBlank = isBlank;
      }
      if (isAfterBlank && !plain.isEmpty()) {
        plain.setLength(plain.length() - 1);
      }
      return plain.toString();
    }

    /** Adds the tokens that begin between two offsets; then {@link #finish} ends the function. */
    void add(int from, int to) {
      int first = place(from);
      int last = place(to);
      if (last > first) {
        if (pending > 0) {
          hash.add(bytes, pending - 1, pending);
        }
        hash.add(bytes, first, last - 1);
        pending = last;
      }
    }

    private int place(int offset) {
      return places[Arrays.binarySearch(offsets, offset)];
    }

    long finish() {
      pending = 0;
      return hash.finish();
    }
  }
}
