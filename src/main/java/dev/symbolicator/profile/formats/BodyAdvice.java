package dev.symbolicator.profile.formats;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading.NotJson;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says what the sender of a body that is not JSON should do. */
final class BodyAdvice {
  static final String OF_ARRAY =
      "The body is an array. Send one profile, or a batch: one profile in each line, as"
          + " `jq -c '.[]' file` writes them.";

  private static final String ZIP =
      "The body is a zip archive. Unpack the archive, and send the profile in it.";
  private static final String UTF_16 = "The text looks like UTF-16. Save the file as UTF-8.";
  private static final String PAGE =
      "The body looks like an HTML page. Check what your download returned.";
  private static final String BATCH =
      "Send a batch of profiles with Content-Type: application/x-ndjson.";
  private static final String LINES =
      "Put each profile of a batch into a line of its own. With curl, use --data-binary or -T,"
          + " since -d drops line feeds.";

  private static final String FORM = "application/x-www-form-urlencoded";

  private BodyAdvice() {}

  static NotJson addTo(NotJson reading, ProfileBody body, List<String> formats) {
    String advice = advice(body, (int) reading.byteOffset(), formats);
    return advice == null ? reading : new NotJson(reading.byteOffset(), reading.detail(), advice);
  }

  static boolean isArray(ProfileBody body) {
    return firstOf(body.bytes()) == '[';
  }

  /** Returns the advice; null if the usual advice fits. */
  private static @Nullable String advice(ProfileBody body, int offset, List<String> formats) {
    byte[] bytes = body.bytes();
    if (startsWith(bytes, 'P', 'K')) {
      return ZIP;
    }
    if (isUtf16(bytes)) {
      return UTF_16;
    }
    int first = firstOf(bytes);
    if (first == '<') {
      return PAGE;
    }
    if (first == '{' && offset > 0 && offset < bytes.length && bytes[offset] == '{') {
      return bytes[offset - 1] == '}' ? LINES : bytes[offset - 1] == '\n' ? BATCH : null;
    }
    if (first == '{' || first == '[' || first < 0) {
      return null;
    }
    String known =
        "Send a body of one of these formats in UTF-8: " + String.join(", ", formats) + ".";
    return isOfCurl(body)
        ? "With curl, use --data-binary instead of -d, which drops line feeds. " + known
        : known;
  }

  private static boolean isUtf16(byte[] bytes) {
    return startsWith(bytes, 0xFE, 0xFF)
        || startsWith(bytes, 0xFF, 0xFE)
        || (bytes.length > 1 && bytes[0] == 0 && bytes[1] > ' ')
        || (bytes.length > 1 && bytes[0] > ' ' && bytes[1] == 0);
  }

  private static boolean isOfCurl(ProfileBody body) {
    String type = body.contentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
      return false;
    }
    for (byte b : body.bytes()) {
      if (b == '\n') {
        return false;
      }
    }
    return true;
  }

  private static int firstOf(byte[] bytes) {
    return JsonText.of(bytes).withoutByteOrderMark().firstByte();
  }

  private static boolean startsWith(byte[] bytes, int first, int second) {
    return bytes.length > 1 && (bytes[0] & 0xFF) == first && (bytes[1] & 0xFF) == second;
  }
}
