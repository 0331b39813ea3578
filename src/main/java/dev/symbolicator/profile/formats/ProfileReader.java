package dev.symbolicator.profile.formats;

import dev.symbolicator.profile.BodyFormat;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.envelope.EnvelopeFormat;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.multipart.MultipartFormat;
import dev.symbolicator.profile.selfprofile.SelfProfileFormat;
import dev.symbolicator.profile.speedscope.SpeedscopeFormat;
import dev.symbolicator.profile.stacktext.StackMemberFormat;
import dev.symbolicator.profile.stacktext.StackTextFormat;
import dev.symbolicator.profile.v8.V8Format;
import java.util.List;
import java.util.function.LongPredicate;

/** Reads any bytes as a profile. A format is one more line in one of the two lists. */
public final class ProfileReader {
  private static final List<BodyFormat> BODY_FORMATS =
      List.of(new EnvelopeFormat(), new MultipartFormat(), new StackTextFormat());

  private static final List<JsonFormat> JSON_FORMATS =
      List.of(
          new SelfProfileFormat(), new V8Format(), new SpeedscopeFormat(), new StackMemberFormat());

  private ProfileReader() {}

  /**
   * Reads a body.
   *
   * @param memory takes a number of bytes from a budget, beside the body itself, for reading and
   *     writing the profile. A result of false ends the reading.
   */
  public static ProfileReading read(ProfileBody body, ProfileLimits limits, LongPredicate memory) {
    for (BodyFormat format : BODY_FORMATS) {
      if (format.recognises(body)) {
        return format.read(body, limits, memory);
      }
    }
    return JsonDocument.read(JsonText.of(body.bytes()), JSON_FORMATS, limits, memory);
  }
}
