package dev.symbolicator.profile.formats;

import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.selfprofile.SelfProfileFormat;
import dev.symbolicator.profile.v8.V8Format;
import java.util.List;
import java.util.function.LongPredicate;

/** Reads any bytes as a profile. A format of JSON documents is one more line here. */
public final class ProfileReader {
  private static final List<JsonFormat> JSON_FORMATS = List.of(new SelfProfileFormat(), new V8Format());

  private ProfileReader() {}

  /**
   * Reads a body.
   *
   * @param body the whole body, with its content codings undone. The profile keeps the array, so
   *     the caller must not change it afterwards.
   * @param memory takes a number of bytes from a budget, beside the body itself, for reading and
   *     writing the profile. A result of false ends the reading.
   */
  public static ProfileReading read(byte[] body, ProfileLimits limits, LongPredicate memory) {
    return JsonDocument.read(JsonText.of(body), JSON_FORMATS, limits, memory);
  }
}
