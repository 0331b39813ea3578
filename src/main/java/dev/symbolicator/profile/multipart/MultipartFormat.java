package dev.symbolicator.profile.multipart;

import dev.symbolicator.profile.BodyFormat;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonText;
import dev.symbolicator.profile.selfprofile.SelfProfileFormat;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The form that Datadog's browser SDK sends, and OpenObserve's, its fork: a part {@code event}, and a
 * part {@code wall-time.json} with a trace, plain or as a zlib stream (RFC 1950).
 */
public final class MultipartFormat implements BodyFormat {
  static final String TRACE = "wall-time.json";
  static final String EVENT = "event";
  private static final byte ZLIB = 0x78;
  private static final List<JsonFormat> FORMATS = List.of(new SelfProfileFormat());

  @Override
  public boolean recognises(ProfileBody body) {
    return FormParts.boundaryOf(body.bytes()) != null;
  }

  @Override
  public ProfileReading read(ProfileBody body, ProfileLimits limits, LongPredicate memory) {
    FormParts parts = FormParts.of(body.bytes());
    FormPart trace = parts == null ? null : parts.named(TRACE);
    if (parts == null || trace == null) {
      return new ProfileReading.Invalid(
          "",
          0,
          parts == null
              ? "The form is cut off: its last part does not end with the boundary."
              : "The form has no part wall-time.json, in which Datadog's SDK sends the profile.");
    }
    int start = trace.content().start();
    boolean isZlib = start < trace.content().end() && body.bytes()[start] == ZLIB;
    JsonText text;
    try {
      text = isZlib ? inflated(body.bytes(), trace, limits, memory) : plain(body.bytes(), trace);
    } catch (DataFormatException damaged) {
      return new ProfileReading.Invalid(
          "", start, "The part wall-time.json begins like a zlib stream, but cannot be inflated.");
    } catch (Inflated.TooLarge tooLarge) {
      return new ProfileReading.LimitExceeded(
          ProfileLimits.MAX_PART_SIZE, limits.maxPartSize(), start);
    }
    if (text == null) {
      return new ProfileReading.OutOfMemory();
    }
    ProfileReading reading = JsonDocument.read(text, FORMATS, limits, memory);
    return reading instanceof ProfileReading.ReadProfile read
        ? new ProfileReading.ReadProfile(
            new FormProfile(body, parts.boundary(), trace, isZlib ? text : null, read.profile(),
                EventTags.release(body.bytes(), parts.named(EVENT), limits)))
        : reading;
  }

  private static JsonText plain(byte[] body, FormPart part) {
    return new JsonText(body, part.content().start(), part.content().end());
  }

  private static @Nullable JsonText inflated(
      byte[] body, FormPart part, ProfileLimits limits, LongPredicate memory)
      throws DataFormatException, Inflated.TooLarge {
    byte[] bytes =
        Inflated.of(
            body, part.content().start(), part.content().end(), limits.maxPartSize(), memory);
    return bytes == null ? null : JsonText.of(bytes);
  }
}
