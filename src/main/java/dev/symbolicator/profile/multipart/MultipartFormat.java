package dev.symbolicator.profile.multipart;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.BodyFormat;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.selfprofile.SelfProfileFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.zip.DataFormatException;

/**
 * The form that Datadog's browser SDK sends, and OpenObserve's, its fork: a part {@code event}, and
 * a part {@code wall-time.json} with a trace, plain or as a zlib stream (RFC 1950).
 */
public final class MultipartFormat implements BodyFormat {
  static final String NAME = "datadog-multipart";
  static final String TRACE = "wall-time.json";
  static final String EVENT = "event";
  private static final byte ZLIB = 0x78;
  private static final List<JsonFormat> FORMATS = List.of(new SelfProfileFormat());

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean recognises(ProfileBody body) {
    return isDeclared(body) || FormParts.boundaryOf(body.bytes()) != null;
  }

  private static boolean isDeclared(ProfileBody body) {
    String type = body.contentType();
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/");
  }

  @Override
  public ProfileReading read(ProfileBody body, ProfileLimits limits, LongPredicate memory) {
    String boundary = FormParts.boundaryOf(body.bytes());
    if (boundary == null) {
      return new Invalid(
          "",
          0,
          "The form does not begin with a line of two dashes and its boundary."
              + FormParts.UNCHANGED
              + FormParts.FILE);
    }
    FormParts parts = new FormParts(body.bytes(), boundary);
    ProfileReading problem = parts.read();
    if (problem != null) {
      return problem;
    }
    FormPart trace = parts.named(TRACE);
    if (trace == null) {
      return new Invalid(
          "",
          0,
          "The form has no part `wall-time.json`, in which Datadog's SDK sends the profile."
              + FormParts.FILE);
    }
    return new TraceReading(body, parts, trace, limits, memory).read();
  }

  /** Reads the part that holds the trace. */
  private record TraceReading(
      ProfileBody body,
      FormParts parts,
      FormPart trace,
      ProfileLimits limits,
      LongPredicate memory) {

    ProfileReading read() {
      int start = trace.content().start();
      int end = trace.content().end();
      if (start == end || body.bytes()[start] != ZLIB) {
        JsonText plain = new JsonText(body.bytes(), start, end);
        return form(JsonDocument.read(plain, FORMATS, limits, memory), false);
      }
      byte[] inflated;
      try {
        inflated = Inflated.of(body.bytes(), start, end, limits.maxPartSize(), memory);
      } catch (DataFormatException damaged) {
        return new Invalid(
            "",
            start,
            "The part `wall-time.json` begins like a zlib stream, but cannot be inflated."
                + FormParts.UNCHANGED);
      } catch (Inflated.PartTooLarge tooLarge) {
        return new LimitExceeded(ProfileLimits.MAX_PART_SIZE, limits.maxPartSize(), start);
      }
      return inflated == null
          ? new ProfileReading.OutOfMemory()
          : atPart(form(JsonDocument.read(JsonText.of(inflated), FORMATS, limits, memory), true));
    }

    private ProfileReading form(ProfileReading reading, boolean isZlib) {
      return reading instanceof ProfileReading.ReadProfile read
          ? new ProfileReading.ReadProfile(
              new FormProfile(
                  body,
                  parts.boundary(),
                  trace,
                  isZlib,
                  read.profile(),
                  EventTags.release(body.bytes(), parts.named(EVENT), limits)))
          : reading;
    }

    /**
     * Returns a problem of inflated bytes at the part's first byte, since offsets are the body's.
     */
    private ProfileReading atPart(ProfileReading reading) {
      int start = trace.content().start();
      if (reading instanceof NotJson notJson) {
        return new NotJson(start, notJson.detail() + inflatedAt(notJson.byteOffset()));
      }
      if (reading instanceof Invalid invalid) {
        return new Invalid(
            invalid.pointer(), start, invalid.detail() + inflatedAt(invalid.byteOffset()));
      }
      return reading instanceof LimitExceeded limit
          ? new LimitExceeded(limit.limitName(), limit.limit(), start)
          : reading;
    }

    private static String inflatedAt(long offset) {
      return " The place is byte " + offset + " of the inflated part `wall-time.json`.";
    }
  }
}
