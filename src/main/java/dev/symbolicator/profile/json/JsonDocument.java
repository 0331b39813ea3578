package dev.symbolicator.profile.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON text as a profile.
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
public final class JsonDocument {
  private static final int ORDINARY_NAME_LENGTH = 64;

  /** The text with its byte order mark, which is written back. */
  private final JsonText whole;

  /** The text behind a byte order mark, if there is one. */
  private final JsonText text;

  private final List<JsonFormat> formats;
  private final String advice;
  private final ProfileLimits limits;
  private final LongPredicate memory;
  private final SyntaxError syntaxError;

  private JsonDocument(
      JsonText whole,
      List<JsonFormat> formats,
      String advice,
      ProfileLimits limits,
      LongPredicate memory) {
    this.whole = whole;
    this.text = whole.withoutByteOrderMark();
    this.formats = formats;
    this.advice = advice;
    this.limits = limits;
    this.memory = memory;
    this.syntaxError = new SyntaxError(text);
  }

  /** Reads a text within another format, whose sender can do nothing about a problem. */
  public static ProfileReading read(
      JsonText text, List<JsonFormat> formats, ProfileLimits limits, LongPredicate memory) {
    return read(text, formats, "", limits, memory);
  }

  /**
   * Reads a text.
   *
   * @param text the profile keeps its array, so the caller must not change it afterwards
   * @param formats at least one; the first of equally alike formats is chosen
   * @param advice sentences for the sender of a text that is no profile of any of the formats
   * @param memory takes a number of bytes from a budget, beside the text itself, for reading and
   *     writing the profile. A result of false ends the reading.
   */
  public static ProfileReading read(
      JsonText text,
      List<JsonFormat> formats,
      String advice,
      ProfileLimits limits,
      LongPredicate memory) {
    int malformed = Utf8Check.firstMalformed(text);
    if (malformed >= 0) {
      return ProfileReading.NotJson.notUtf8(malformed);
    }
    return new JsonDocument(text, formats, advice, limits, memory).read();
  }

  private ProfileReading read() {
    // Jackson would take such a body for UTF-16 or UTF-32, or would skip a second mark.
    for (int i = text.start(); i < Math.min(text.start() + 4, text.end()); i++) {
      if (text.bytes()[i] == 0) {
        return syntaxError.at(i);
      }
    }
    if (text.hasByteOrderMark()) {
      return syntaxError.at(text.start());
    }
    try (JsonParser fast = fastParser()) {
      ProfileReading reading = readWith(fast, JsonCursor.overBlocking(fast, text.start()));
      return reading != null ? reading : readAgain();
    } catch (IOException e) {
      throw new UncheckedIOException("Reading an array cannot fail.", e);
    }
  }

  private ProfileReading readAgain() throws IOException {
    try (JsonParser linear = linearParser()) {
      ProfileReading reading = readWith(linear, JsonCursor.overNonBlocking(linear, text.start()));
      return reading != null
          ? reading
          : new ProfileReading.LimitExceeded(
              ProfileLimits.MAX_STRING_LENGTH, limits.maxStringLength(), text.end());
    }
  }

  /**
   * Reads the body with a parser; returns null if a text in the body is too long for the parser.
   */
  private @Nullable ProfileReading readWith(JsonParser parser, JsonCursor json) throws IOException {
    try {
      ScanContext context = new ScanContext(whole, json, "", limits, new MemoryMeter(memory));
      return new RootScan(formats, advice, context).read();
    } catch (StreamConstraintsException e) {
      boolean tooDeep = parser.getParsingContext().getNestingDepth() > limits.maxNesting();
      long bracket = text.start() + parser.currentLocation().getByteOffset() - 1;
      return tooDeep
          ? new ProfileReading.LimitExceeded(
              ProfileLimits.MAX_NESTING, limits.maxNesting(), bracket)
          : null;
    } catch (JsonEOFException e) {
      return syntaxError.at(text.end());
    } catch (StreamReadException e) {
      return syntaxError.near(e.getLocation(), parser.currentLocation());
    }
  }

  private JsonParser fastParser() throws IOException {
    return factory(ORDINARY_NAME_LENGTH)
        .build()
        .createParser(text.bytes(), text.start(), text.end() - text.start());
  }

  private JsonParser linearParser() throws IOException {
    JsonParser parser =
        factory(Integer.MAX_VALUE)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build()
            .createNonBlockingByteArrayParser();
    ByteArrayFeeder feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    feeder.feedInput(text.bytes(), text.start(), text.end());
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
