package dev.symbolicator.profile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonText;
import java.io.IOException;

/**
 * Limits the contents of a profile. {@code maxStringLength} counts UTF-16 units of a function name
 * or a resource, and digits of any number; strings that are passed through unread may be longer. A
 * release longer than {@code maxReleaseLength}, which is Sentry's limit too, is ignored. {@code
 * maxPartSize} counts inflated bytes of a part that is compressed within the body.
 */
public record ProfileLimits(
    int maxNesting,
    int maxFrames,
    int maxResources,
    int maxStringLength,
    int maxReleaseLength,
    int maxPartSize) {
  public static final ProfileLimits DEFAULT =
      new ProfileLimits(1000, 1_000_000, 100_000, 4_000_000, 250, 32 << 20);

  /**
   * Heap bytes for a frame from reading to writing, without the characters of its name: its row,
   * record and name, its original, and the edits that replace one with the other.
   */
  public static final long FRAME_BYTES = 360;

  /** Heap bytes for a resource, without its characters. */
  public static final long RESOURCE_BYTES = 160;

  public static final String MAX_NESTING = "max-nesting";
  public static final String MAX_FRAMES = "max-frames";
  public static final String MAX_RESOURCES = "max-resources";
  public static final String MAX_ROWS = "max-rows";
  public static final String MAX_PART_SIZE = "max-part-size";
  public static final String MAX_STRING_LENGTH = "max-string-length";

  public JsonReader reader(JsonText text) {
    return new JsonReader(text, maxNesting, maxStringLength);
  }

  public JsonReader reader(JsonReader.Source text) throws IOException {
    return new JsonReader(text, maxNesting, maxStringLength);
  }

  /** Tells whether a text can be a release: neither empty nor too long, without controls. */
  public boolean allowsRelease(String text) {
    return !text.isEmpty()
        && text.length() <= maxReleaseLength
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** Bounds the bytes of JSON before the JSON is written. */
  public static final class JsonSize {
    private static final int QUOTES = 2;
    private static final int ESCAPE = 6;

    private JsonSize() {}

    /** Like {@link #most}, for a text of ASCII characters that need no escape. */
    public static long plain(String text) {
      return (long) QUOTES + text.length();
    }

    /** Each UTF-16 unit may be an escape. */
    public static long most(String text) {
      long bytes = QUOTES;
      for (int i = 0; i < text.length(); i++) {
        char unit = text.charAt(i);
        boolean isPlain = unit >= ' ' && unit < 0x80 && unit != '"' && unit != '\\';
        bytes += isPlain ? 1 : ESCAPE;
      }
      return bytes;
    }
  }
}
