package dev.symbolicator.profile.multipart;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileBody.BodyFormat;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.LimitExceeded;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.multipart.FormParts.FormPart;
import dev.symbolicator.profile.selfprofile.SelfProfileFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The form of Datadog's browser SDK and OpenObserve's fork: a part {@code event}, and a part {@code
 * wall-time.json} with a trace, plain or as a zlib stream (RFC 1950).
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
  public ProfileReading read(ProfileBody body, ProfileLimits limits, Allowance memory) {
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
          "The form has neither a part `profile`, nor a part `wall-time.json`, in which Datadog's"
              + " SDK sends the profile. To send a file, use curl -F profile=@file, or curl"
              + " --data-binary @file.");
    }
    return new TraceReading(body, parts, trace, limits, memory).read();
  }

  private record TraceReading(
      ProfileBody body, FormParts parts, FormPart trace, ProfileLimits limits, Allowance memory) {

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
      return atPart(form(JsonDocument.read(JsonText.of(inflated), FORMATS, limits, memory), true));
    }

    private ProfileReading form(ProfileReading reading, boolean isZlib) {
      return reading instanceof ProfileReading.ReadProfile read
          ? new ProfileReading.ReadProfile(
              new FormProfile(
                  body,
                  parts.boundary,
                  trace,
                  isZlib,
                  read.profile(),
                  EventTags.release(body.bytes(), parts.named(EVENT), limits)))
          : reading;
    }

    /** At the part's first byte, since offsets are the body's. */
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

  /**
   * Reads the release from the part {@code event}: {@code tags_profiler} is a list such as {@code
   * service:shop,version:1.4.2,…}.
   */
  static final class EventTags {
    /** The largest event that is read, in bytes; Datadog's SDK sends about one thousand. */
    static final int MAX_EVENT = 64 * 1024;

    private static final String VERSION = "version:";

    private EventTags() {}

    static @Nullable String release(byte[] body, @Nullable FormPart event, ProfileLimits limits) {
      int start = event == null ? 0 : event.content().start();
      int length = event == null ? 0 : event.content().end() - start;
      if (length == 0 || length > MAX_EVENT) {
        return null;
      }
      try {
        JsonReader json = limits.reader(new JsonText(body, start, start + length));
        if (json.next() != Token.START_OBJECT) {
          return null;
        }
        while (json.next() == Token.FIELD_NAME) {
          boolean isTags = json.name().equals("tags_profiler");
          if (json.next() == Token.VALUE_STRING && isTags) {
            return version(json.text(), limits);
          }
          json.skip();
        }
        return null;
      } catch (IOException notJson) {
        return null;
      }
    }

    private static @Nullable String version(String tags, ProfileLimits limits) {
      for (String tag : tags.split(",", -1)) {
        String version = tag.startsWith(VERSION) ? tag.substring(VERSION.length()) : "";
        if (limits.allowsRelease(version)) {
          return version;
        }
      }
      return null;
    }
  }

  static final class Inflated {
    private static final int FIRST_BLOCK = 64 * 1024;

    private Inflated() {}

    static final class PartTooLarge extends Exception {
      private static final long serialVersionUID = 1;
    }

    /**
     * Inflates a stream.
     *
     * @throws DataFormatException if the stream is damaged or cut off, or other bytes follow
     */
    static byte[] of(byte[] body, int start, int end, int max, Allowance memory)
        throws DataFormatException, PartTooLarge {
      Inflater inflater = new Inflater();
      try {
        inflater.setInput(body, start, end - start);
        byte[] bytes = new byte[0];
        int size = 0;
        while (!inflater.finished()) {
          if (size == bytes.length) {
            int length = (int) Math.min(max + 1L, Math.max(FIRST_BLOCK, 2L * size));
            memory.take(length);
            bytes = Arrays.copyOf(bytes, length);
          }
          int more = inflater.inflate(bytes, size, bytes.length - size);
          size += more;
          if (size > max) {
            throw new PartTooLarge();
          }
          if (more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
            throw new DataFormatException("cut off");
          }
        }
        if (inflater.getRemaining() > 0) {
          throw new DataFormatException("more bytes follow");
        }
        memory.take(size);
        return Arrays.copyOf(bytes, size);
      } finally {
        inflater.end();
      }
    }
  }
}
