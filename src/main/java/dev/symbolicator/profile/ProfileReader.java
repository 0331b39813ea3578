package dev.symbolicator.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.symbolicator.memory.MemoryMeter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads any bytes as a profile.
 *
 * <p>If a body is not UTF-8, or not JSON to its last byte, this problem is reported before any
 * other.
 *
 * <p>Two parsers keep time and memory proportional to the body's size. Jackson's fastest parser
 * keeps each member name in a table. The table is copied for each long name, and names can be made
 * to collide: 32 MiB of names of 1,000 characters take 3.7 s. So the fast parser reads names of
 * ordinary length only. A body with longer names is read again by a parser that keeps none, which
 * takes 0.1 s for these names, but two to three times as long for an ordinary body.
 */
public final class ProfileReader {
  private static final int ORDINARY_NAME_LENGTH = 64;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] body;
  private final ProfileLimits limits;
  private final LongPredicate memory;

  /** The byte offset of the JSON text: behind a byte order mark, if there is one. */
  private final int start;

  private final SyntaxError syntaxError;

  private ProfileReader(byte[] body, ProfileLimits limits, LongPredicate memory) {
    this.body = body;
    this.limits = limits;
    this.memory = memory;
    this.start = hasByteOrderMark(body, 0) ? BYTE_ORDER_MARK.length : 0;
    this.syntaxError = new SyntaxError(body, start);
  }

  /**
   * Reads a body.
   *
   * @param body the whole body, with its content codings undone. The profile keeps the array, so
   *     the caller must not change it afterwards.
   * @param memory takes a number of bytes from a budget, beside the body itself, for reading and
   *     writing the profile. A result of false ends the reading.
   */
  public static ProfileReading read(byte[] body, ProfileLimits limits, LongPredicate memory) {
    return new ProfileReader(body, limits, memory).read();
  }

  private ProfileReading read() {
    int malformed = Utf8Check.firstMalformed(body);
    if (malformed >= 0) {
      return new ProfileReading.NotJson(malformed, "The body is not UTF-8.");
    }
    // Jackson would take such a body for UTF-16 or UTF-32, or would skip a second mark.
    for (int i = start; i < Math.min(start + 4, body.length); i++) {
      if (body[i] == 0) {
        return syntaxError.at(i);
      }
    }
    if (hasByteOrderMark(body, start)) {
      return syntaxError.at(start);
    }
    try (JsonParser fast = fastParser()) {
      ProfileReading reading = readWith(fast, JsonCursor.overBlocking(fast, start));
      return reading != null ? reading : readAgain();
    } catch (IOException e) {
      throw new UncheckedIOException("Reading an array cannot fail.", e);
    }
  }

  private static boolean hasByteOrderMark(byte[] body, int at) {
    int end = at + BYTE_ORDER_MARK.length;
    return end <= body.length
        && Arrays.equals(body, at, end, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
  }

  private ProfileReading readAgain() throws IOException {
    try (JsonParser linear = linearParser()) {
      ProfileReading reading = readWith(linear, JsonCursor.overNonBlocking(linear, start));
      return reading != null
          ? reading
          : new ProfileReading.LimitExceeded(
              ProfileLimits.MAX_STRING_LENGTH, limits.maxStringLength(), body.length);
    }
  }

  /**
   * Reads the body with a parser; returns null if a text in the body is too long for the parser.
   */
  private @Nullable ProfileReading readWith(JsonParser parser, JsonCursor json) throws IOException {
    try {
      return new DocumentScan(body, json, limits, new MemoryMeter(memory)).read();
    } catch (StreamConstraintsException e) {
      boolean tooDeep = parser.getParsingContext().getNestingDepth() > limits.maxNesting();
      long bracket = start + parser.currentLocation().getByteOffset() - 1;
      return tooDeep
          ? new ProfileReading.LimitExceeded(
              ProfileLimits.MAX_NESTING, limits.maxNesting(), bracket)
          : null;
    } catch (JsonEOFException e) {
      return syntaxError.at(body.length);
    } catch (StreamReadException e) {
      return syntaxError.near(e.getLocation(), parser.currentLocation());
    }
  }

  private JsonParser fastParser() throws IOException {
    return factory(ORDINARY_NAME_LENGTH).build().createParser(body, start, body.length - start);
  }

  private JsonParser linearParser() throws IOException {
    JsonParser parser =
        factory(Integer.MAX_VALUE)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build()
            .createNonBlockingByteArrayParser();
    ByteArrayFeeder feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    feeder.feedInput(body, start, body.length);
    feeder.endOfInput();
    return parser;
  }

  /** Makes a factory for one body: a factory keeps names, which must not pass to other callers. */
  private JsonFactoryBuilder factory(int maxNameLength) {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(limits.maxNesting())
            .maxNameLength(maxNameLength)
            .maxStringLength(limits.maxStringLength())
            .maxNumberLength(Integer.MAX_VALUE)
            .build();
    return new JsonFactoryBuilder()
        .streamReadConstraints(constraints)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES);
  }
}
