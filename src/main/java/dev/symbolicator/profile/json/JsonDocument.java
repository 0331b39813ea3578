package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonException;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Reads a JSON text as a profile.
 *
 * <p>If a body is not UTF-8, or not JSON to its last byte, this problem is reported before any
 * other.
 */
public final class JsonDocument {
  private JsonDocument() {}

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
    JsonText json = text.withoutByteOrderMark();
    MemoryMeter meter = new MemoryMeter(memory);
    ScanContext context = new ScanContext(text, limits.reader(json), "", limits, meter);
    try {
      return new RootScan(formats, advice, context).read();
    } catch (JsonException e) {
      int malformed = json.firstMalformed();
      return malformed < 0
          ? ProfileReading.refused(e, limits)
          : ProfileReading.NotJson.notUtf8(malformed);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading an array cannot fail.", e);
    }
  }
}
