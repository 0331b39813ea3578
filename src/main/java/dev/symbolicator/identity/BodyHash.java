package dev.symbolicator.identity;

import dev.symbolicator.javascript.SourceTokens;
import dev.symbolicator.javascript.SourceTokens.SourceToken;
import dev.symbolicator.json.JsonString;
import dev.symbolicator.memory.Allowance;

/**
 * The hash {@code b1} of the tokens of a function, by which a function that was renamed or moved is
 * found again. Neither comments nor white space count, nor parentheses, commas and semicolons,
 * which formatters add and remove.
 *
 * <p>All tokens are written once, each with a NUL behind it, and each function hashes its part.
 */
final class BodyHash {
  /** Most heap bytes for copies of a literal's UTF-16 unit, which may become an escape of six. */
  private static final int BYTES_WRITING = 32;

  private final ShortHash hash;
  private final int[] ends;
  private byte[] bytes;
  private int size;

  /** Where the last piece that was added ends; 0 if there is none. */
  private int pending;

  BodyHash(SourceTokens tokens, ShortHash hash, Allowance allowance) {
    this.hash = hash;
    ends = allowance.ints(tokens.size() + 1);
    bytes = allowance.bytes(64);
    for (int token = 0; token < tokens.size(); token++) {
      write(tokens, token, allowance);
      ends[token + 1] = size;
    }
  }

  private void write(SourceTokens tokens, int token, Allowance allowance) {
    int start = tokens.start(token);
    int end = tokens.end(token);
    if (end - start == 1 && "(),;".indexOf(tokens.at(start)) >= 0) {
      return;
    }
    switch (tokens.kind(token)) {
      case STRING, ATTRIBUTE, SPACED -> {
        try (Allowance whileWriting = allowance.part()) {
          whileWriting.take((long) BYTES_WRITING * (end - start));
          boolean isSpaced = tokens.kind(token) == SourceToken.SPACED;
          String written =
              isSpaced ? tokens.written(token) : JsonString.quoted(tokens.value(token));
          spaced(written, allowance);
        }
      }
      case WORD, OTHER -> {
        int from = size;
        reserve(end - start + 1, allowance);
        for (int i = start; i < end; i++) {
          char c = tokens.at(i);
          if (c >= 0x80) {
            size = from;
            add(ShortHash.utf8(tokens.written(token)), allowance);
            return;
          }
          bytes[size++] = (byte) c;
        }
        bytes[size++] = 0;
      }
    }
  }

  private void spaced(String text, Allowance allowance) {
    String plain = withSingleBlanks(text);
    if (!plain.isEmpty()) {
      add(ShortHash.utf8(plain), allowance);
    }
  }

  private void add(byte[] utf8, Allowance allowance) {
    reserve(utf8.length + 1, allowance);
    System.arraycopy(utf8, 0, bytes, size, utf8.length);
    size += utf8.length;
    bytes[size++] = 0;
  }

  private void reserve(int more, Allowance allowance) {
    if (bytes.length - size < more) {
      bytes = allowance.resize(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }

  private static String withSingleBlanks(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    boolean isAfterBlank = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isBlank = isSpace(c);
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

  /** As {@code \s} of a regular expression in JavaScript (ECMA-262, section 22.2.2.9). */
  private static boolean isSpace(char c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || c == '\u00a0'
        || c == '\ufeff'
        || c == '\u2028'
        || c == '\u2029'
        || (c >= '\u1680' && Character.getType(c) == Character.SPACE_SEPARATOR);
  }

  /** Adds tokens of a function that has several pieces; then {@link #finish} ends it. */
  void add(int from, int to) {
    if (ends[to] > ends[from]) {
      if (pending > 0) {
        hash.add(bytes, pending - 1, pending);
      }
      hash.add(bytes, ends[from], ends[to] - 1);
      pending = ends[to];
    }
  }

  long finish() {
    pending = 0;
    return hash.finish();
  }
}
