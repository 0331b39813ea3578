package dev.symbolicator.profile.formats;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.LargeFormat;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileBody.BodyFormat;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.envelope.EnvelopeFormat;
import dev.symbolicator.profile.formats.ForeignFormat.ForeignBytes;
import dev.symbolicator.profile.heap.HeapFormat;
import dev.symbolicator.profile.json.JsonDocument;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.multipart.MultipartFormat;
import dev.symbolicator.profile.selfprofile.SelfProfileFormat;
import dev.symbolicator.profile.speedscope.SpeedscopeFormat;
import dev.symbolicator.profile.stacktext.StackMemberFormat;
import dev.symbolicator.profile.stacktext.StackTextFormat;
import dev.symbolicator.profile.trace.TraceFormat;
import dev.symbolicator.profile.v8.V8Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads any bytes as a profile. A format is one more line in one of the two lists. */
public final class ProfileReader {
  private static final List<BodyFormat> BODY_FORMATS =
      List.of(new EnvelopeFormat(), new MultipartFormat(), new StackTextFormat());

  private static final List<JsonFormat> JSON_FORMATS =
      List.of(
          new SelfProfileFormat(), new V8Format(), new SpeedscopeFormat(), new StackMemberFormat());

  private static final List<String> NAMES =
      Stream.of(
              JSON_FORMATS.stream().flatMap(format -> format.names().stream()),
              LargeProfileReader.names().stream(),
              BODY_FORMATS.stream().map(BodyFormat::name))
          .flatMap(names -> names)
          .distinct()
          .toList();

  private static final String SUPPORTED = "Supported formats are " + String.join(", ", NAMES) + ".";

  private static final String ADVICE =
      "Send the result of Profiler.stop(), an object with the members `frames`, `resources`,"
          + " `stacks` and `samples`, or an object that holds it as its member `trace`, or a"
          + " profile of another format. "
          + SUPPORTED;

  private static final List<JsonFormat> RECOGNISED =
      Stream.concat(JSON_FORMATS.stream(), Stream.of(new ForeignFormat(SUPPORTED))).toList();

  private ProfileReader() {}

  public static List<String> names() {
    return NAMES;
  }

  /** Reads a body of the format that its structure shows. */
  public static ProfileReading read(ProfileBody body, ProfileLimits limits, Allowance memory) {
    return read(body, null, limits, memory);
  }

  /**
   * Reads a body.
   *
   * @param name one of {@link #names()}, as which alone the body is read; null for any format
   * @param memory charged for reading and writing the profile, beside the body itself
   */
  public static ProfileReading read(
      ProfileBody body, @Nullable String name, ProfileLimits limits, Allowance memory) {
    try {
      return name == null ? readAny(body, limits, memory) : readOnly(name, body, limits, memory);
    } catch (Allowance.Exceeded exceeded) {
      return new ProfileReading.OutOfMemory();
    }
  }

  /**
   * Reads a body that may be larger than the memory.
   *
   * @throws IOException if the body's bytes cannot be read
   */
  public static ProfileReading read(
      LargeFormat format, BodyBytes body, ProfileLimits limits, Allowance memory)
      throws IOException {
    try {
      return format.read(body, limits, memory);
    } catch (Allowance.Exceeded exceeded) {
      return new ProfileReading.OutOfMemory();
    }
  }

  private static ProfileReading readAny(ProfileBody body, ProfileLimits limits, Allowance memory) {
    LargeFormat large = largeFormat(body.bytes());
    if (large != null) {
      return read(large, body, limits, memory);
    }
    for (BodyFormat format : bodyFormats(body)) {
      if (format.recognises(body)) {
        return format.read(body, limits, memory);
      }
    }
    ProfileReading reading =
        JsonDocument.read(JsonText.of(body.bytes()), RECOGNISED, ADVICE, limits, memory);
    return isOfNoFormat(reading) ? withReason(body, reading) : reading;
  }

  private static ProfileReading readOnly(
      String name, ProfileBody body, ProfileLimits limits, Allowance memory) {
    ProfileReading reading = readAs(name, body, limits, memory);
    return isOfNoFormat(reading)
            && readAny(body, limits, memory) instanceof ProfileReading.ReadProfile other
        ? otherFormat(other.profile().format(), name)
        : reading;
  }

  private static ProfileReading readAs(
      String name, ProfileBody body, ProfileLimits limits, Allowance memory) {
    String advice =
        "The parameter format asks for %s. Leave the parameter out, or send a body of this format."
            .formatted(name);
    LargeFormat large = LargeProfileReader.named(name);
    if (large != null) {
      ProfileReading reading = read(large, body, limits, memory);
      return reading instanceof ProfileReading.Invalid invalid && isOfNoFormat(invalid)
          ? new ProfileReading.Invalid("", invalid.byteOffset(), invalid.detail() + " " + advice)
          : reading;
    }
    for (BodyFormat format : bodyFormats(body)) {
      if (format.name().equals(name) && format.recognises(body)) {
        return format.read(body, limits, memory);
      }
    }
    List<JsonFormat> formats =
        JSON_FORMATS.stream().filter(format -> format.names().contains(name)).toList();
    if (formats.isEmpty()) {
      return new ProfileReading.Invalid("", 0, "The body is of another format. " + advice);
    }
    ProfileReading reading =
        JsonDocument.read(JsonText.of(body.bytes()), formats, advice, limits, memory);
    if (reading instanceof ProfileReading.NotJson notJson) {
      return name.equals(StackTextFormat.NAME) && !StackTextFormat.isObject(body.bytes())
          ? new ProfileReading.Invalid("", 0, StackTextFormat.NO_POSITION + " " + advice)
          : BodyAdvice.addTo(notJson, body, NAMES);
    }
    return reading instanceof ProfileReading.ReadProfile read
            && !read.profile().format().equals(name)
        ? otherFormat(read.profile().format(), name)
        : reading;
  }

  public static @Nullable LargeFormat largeFormat(byte[] body) {
    int length = Math.min(body.length, LargeFormat.HEAD_BYTES);
    return LargeProfileReader.formatOf(Arrays.copyOf(body, length));
  }

  private static ProfileReading read(
      LargeFormat format, ProfileBody body, ProfileLimits limits, Allowance memory) {
    try {
      return read(format, BodyBytes.of(body.bytes()), limits, memory);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static List<BodyFormat> bodyFormats(ProfileBody body) {
    return body.isLine() ? List.of() : BODY_FORMATS;
  }

  private static ProfileReading otherFormat(String actual, String wanted) {
    return new ProfileReading.Invalid("", 0, ofOtherFormat(actual, wanted));
  }

  public static String ofOtherFormat(String actual, String wanted) {
    return "The body is of the format %1$s, but the parameter format asks for %2$s. Leave the parameter out, or write format=%1$s."
        .formatted(actual, wanted);
  }

  private static boolean isOfNoFormat(ProfileReading reading) {
    return reading instanceof ProfileReading.NotJson
        || (reading instanceof ProfileReading.Invalid invalid && invalid.pointer().isEmpty());
  }

  private static ProfileReading withReason(ProfileBody body, ProfileReading reading) {
    String reason = ForeignBytes.reason(body.bytes());
    if (reason != null) {
      return new ProfileReading.Invalid("", 0, reason + " " + SUPPORTED);
    }
    if (reading instanceof ProfileReading.NotJson notJson) {
      return BodyAdvice.addTo(notJson, body, NAMES);
    }
    return BodyAdvice.isArray(body)
        ? new ProfileReading.Invalid("", 0, BodyAdvice.OF_ARRAY + " " + SUPPORTED)
        : reading;
  }

  /** Reads bodies that may be larger than the memory. A format is one more line in the list. */
  public static final class LargeProfileReader {
    private static final List<LargeFormat> FORMATS = List.of(new HeapFormat(), new TraceFormat());

    private LargeProfileReader() {}

    public static List<String> names() {
      return FORMATS.stream().flatMap(format -> format.names().stream()).toList();
    }

    public static @Nullable LargeFormat named(String name) {
      return FORMATS.stream()
          .filter(format -> format.names().contains(name))
          .findFirst()
          .orElse(null);
    }

    /**
     * Returns the format that a body's first bytes show, at most {@link LargeFormat#HEAD_BYTES};
     * else null.
     */
    public static @Nullable LargeFormat formatOf(byte[] head) {
      for (LargeFormat format : FORMATS) {
        if (format.recognises(head)) {
          return format;
        }
      }
      return null;
    }
  }
}
