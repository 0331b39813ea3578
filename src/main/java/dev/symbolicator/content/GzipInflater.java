package dev.symbolicator.content;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Undoes gzip (RFC 1952) as the bytes arrive, so that a bomb is noticed by the piece that goes over
 * the limit and not when all of it has been received.
 *
 * <p>Members may follow one another. Bytes after the last one that do not begin a further member
 * are ignored, as browsers, curl and java.util.zip do.
 */
final class GzipInflater implements AutoCloseable {
  private static final int FLAG_HEADER_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;
  private static final int RESERVED_FLAGS = 0xe0;

  private enum State {
    START,
    HEADER,
    EXTRA_LENGTH,
    EXTRA,
    NAME,
    COMMENT,
    HEADER_CRC,
    DEFLATED,
    TRAILER,
    IGNORED
  }

  private final BoundedBytes out;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] inflated = new byte[16 * 1024];
  private State state = State.START;
  private int members;
  private int flags;
  private int extraLeft;

  /**
   * Bytes of the current fixed-size field seen so far, and their value, least significant first.
   */
  private int fieldBytes;

  private long field;

  GzipInflater(BoundedBytes out) {
    this.out = out;
  }

  /** Inflates a whole body; null if all is well, else what is wrong. */
  static @Nullable Decoding inflateAll(byte[] encoded, BoundedBytes out) {
    try (GzipInflater gzip = new GzipInflater(out)) {
      Decoding problem = gzip.accept(encoded, 0, encoded.length);
      return problem == null ? gzip.finish() : problem;
    }
  }

  /** Takes the next bytes; null if all is well so far, else what is wrong. */
  @Nullable Decoding accept(byte[] bytes, int from, int length) {
    int at = from;
    int end = from + length;
    while (at < end && state != State.IGNORED) {
      if (state == State.DEFLATED) {
        inflater.setInput(bytes, at, end - at);
        Decoding failure = inflate();
        if (failure != null) {
          return failure;
        }
        at = end - inflater.getRemaining();
      } else {
        String problem = frame(bytes[at++] & 0xff);
        if (problem != null) {
          return new Decoding.Corrupt("gzip: " + problem);
        }
      }
    }
    return null;
  }

  /** Ends the input; null if it ended where it may. */
  @Nullable Decoding finish() {
    boolean complete = members > 0 && (state == State.START || state == State.IGNORED);
    return complete ? null : new Decoding.Corrupt("gzip: the body ends too early");
  }

  private @Nullable Decoding inflate() {
    try {
      while (!inflater.finished()) {
        int count = inflater.inflate(inflated);
        if (inflater.needsDictionary()) {
          return new Decoding.Corrupt("gzip: needs a dictionary");
        }
        if (count == 0 && inflater.needsInput()) {
          return null;
        }
        crc.update(inflated, 0, count);
        Decoding failure = out.append(inflated, 0, count);
        if (failure != null) {
          return failure;
        }
      }
    } catch (DataFormatException e) {
      return new Decoding.Corrupt("gzip: " + e.getMessage());
    }
    enter(State.TRAILER);
    return null;
  }

  /** Takes one byte of what surrounds the deflated data; null or what is wrong. */
  private @Nullable String frame(int value) {
    field |= (long) value << (8 * fieldBytes++);
    return switch (state) {
      case START -> magic();
      case HEADER -> fieldBytes == 8 ? header() : null;
      case TRAILER -> fieldBytes == 8 ? trailer() : null;
      case EXTRA_LENGTH, EXTRA, NAME, COMMENT, HEADER_CRC -> {
        if (optionalPartEnds(value)) {
          enter(after(state));
        }
        yield null;
      }
      case DEFLATED, IGNORED -> throw new IllegalStateException(state.name());
    };
  }

  private boolean optionalPartEnds(int value) {
    if (state == State.EXTRA_LENGTH) {
      extraLeft = (int) field;
      return fieldBytes == 2;
    }
    if (state == State.HEADER_CRC) {
      return fieldBytes == 2;
    }
    fieldBytes = 0;
    return state == State.EXTRA ? --extraLeft == 0 : value == 0;
  }

  private @Nullable String magic() {
    boolean matches = fieldBytes == 1 ? field == 0x1f : field == 0x8b1f;
    if (!matches) {
      if (members > 0) {
        enter(State.IGNORED);
        return null;
      }
      return "the body does not begin as gzip does";
    }
    if (fieldBytes == 2) {
      enter(State.HEADER);
    }
    return null;
  }

  private @Nullable String header() {
    int method = (int) (field & 0xff);
    flags = (int) (field >> 8 & 0xff);
    if (method != 8) {
      return "unknown compression method " + method;
    }
    if ((flags & RESERVED_FLAGS) != 0) {
      return "reserved flags are set";
    }
    inflater.reset();
    crc.reset();
    enter(after(State.HEADER));
    return null;
  }

  /** What follows a part of the header; the parts come in the order of State. */
  private State after(State part) {
    if (part == State.EXTRA_LENGTH && extraLeft > 0) {
      return State.EXTRA;
    }
    if (part == State.HEADER && (flags & FLAG_EXTRA) != 0) {
      return State.EXTRA_LENGTH;
    }
    if (part.compareTo(State.NAME) < 0 && (flags & FLAG_NAME) != 0) {
      return State.NAME;
    }
    if (part.compareTo(State.COMMENT) < 0 && (flags & FLAG_COMMENT) != 0) {
      return State.COMMENT;
    }
    if (part != State.HEADER_CRC && (flags & FLAG_HEADER_CRC) != 0) {
      return State.HEADER_CRC;
    }
    return State.DEFLATED;
  }

  private @Nullable String trailer() {
    if ((field & 0xffffffffL) != crc.getValue()) {
      return "the checksum does not match";
    }
    if (field >>> 32 != (inflater.getBytesWritten() & 0xffffffffL)) {
      return "the length does not match";
    }
    members++;
    enter(State.START);
    return null;
  }

  private void enter(State next) {
    state = next;
    fieldBytes = 0;
    field = 0;
  }

  @Override
  public void close() {
    inflater.end();
  }
}
