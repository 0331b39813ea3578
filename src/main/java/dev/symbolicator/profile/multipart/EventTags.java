package dev.symbolicator.profile.multipart;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.ProfileLimits;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the release from the part {@code event}: its member {@code tags_profiler} is a list such as
 * {@code service:shop,version:1.4.2,…}.
 */
final class EventTags {
  /** The largest event that is read, in bytes; Datadog's SDK sends about one thousand. */
  static final int MAX_EVENT = 64 * 1024;

  private static final String VERSION = "version:";

  private EventTags() {}

  /** Returns the release; null if there is no event, or the event names none. */
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
