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
 * Reads the body of a request as a profile, whatever bytes it is.
 *
 * <p>The body is checked to be UTF-8 and to be JSON to its last byte before anything else is said
 * about it. Time and memory are proportional to its size. That takes two parsers: Jackson's fastest
 * one keeps each member name it meets, in a table that is copied whenever a long name is added and
 * that can be made to collide (3.7 s for 32 MiB of names of 1,000 characters). So it reads names of
 * ordinary length, and a body with longer ones is read again by a parser that keeps none (0.1 s),
 * but takes two to three times as long for an ordinary body.
 */
public final class ProfileReader {
  private static final int ORDINARY_NAME_LENGTH = 64;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final byte[] body;
  private final ProfileLimits limits;
  private final LongPredicate memory;

  /** Where the JSON text starts: behind a byte order mark, if there is one. */
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
   * @param body the whole body, content codings undone; the profile keeps it, so it must not be
   *     changed afterwards
   * @param memory takes a number of bytes more than the body itself from some budget, which reading
   *     and writing the profile need; false ends the reading
   */
  public static ProfileReading read(byte[] body, ProfileLimits limits, LongPredicate memory) {
    return new ProfileReader(body, limits, memory).read();
  }

  private ProfileReading read() {
    int malformed = Utf8Check.firstMalformed(body);
    if (malformed >= 0) {
      return new ProfileReading.NotJson(malformed, "The body is not UTF-8.");
    }
    // What follows would make Jackson take the body for UTF-16 or UTF-32, or skip a second mark.
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
      throw new UncheckedIOException("an array was read", e);
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

  /** What came of reading with this parser; null if a text in the body is too long for it. */
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

  /** A factory per body: it keeps names, and those of one caller are no business of another's. */
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
