package dev.symbolicator.json;

import java.io.IOException;

/** Ends the reading of a text that is not JSON, or that exceeds a limit of its reader. */
public final class JsonException extends IOException {
  private static final long serialVersionUID = 1;

  /** What is wrong. */
  public enum Fault {
    /** The text ends too early. */
    CUT_OFF,
    /** A byte that JSON does not allow at its place. */
    UNEXPECTED,
    /** A malformed sequence of UTF-8. */
    NOT_UTF8,
    /** One array or object too many inside each other. */
    TOO_DEEP,
    /** A string or a number that must be read and is too long. */
    TOO_LONG
  }

  private final Fault fault;
  private final long offset;

  JsonException(Fault fault, long offset, String message) {
    super(message);
    this.fault = fault;
    this.offset = offset;
  }

  static JsonException unexpected(long offset, byte offender) {
    String shown = offender > ' ' && offender < 0x7F ? "'" + (char) offender + "'" : "This byte";
    return new JsonException(Fault.UNEXPECTED, offset, shown + " cannot stand here in JSON.");
  }

  public Fault fault() {
    return fault;
  }

  /** Returns the offset of the offending byte; the text's end for a text that is cut off. */
  public long offset() {
    return offset;
  }

  /** Has no stack trace, since malformed texts are no bugs. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
