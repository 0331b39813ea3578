package dev.symbolicator.sourcemap;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One value of any kind in a JSON text. Its structure has been validated, the contents of its
 * strings have not.
 */
public final class JsonSlice {

  private final byte[] json;
  private final int start;
  private final int end;

  JsonSlice(byte[] json, int start, int end) {
    this.json = json;
    this.start = start;
    this.end = end;
  }

  /** The value in UTF-8 as it is written, without white space around it. Read-only. */
  public ByteBuffer bytes() {
    return ByteBuffer.wrap(json, start, end - start).slice().asReadOnlyBuffer();
  }

  /**
   * The value as a string, its escapes undone; those that are not JSON and bytes that are not UTF-8
   * become U+FFFD.
   *
   * @return null where the value is no string
   */
  public @Nullable String string() {
    return json[start] == '"' ? JsonStrings.decode(json, start + 1, end - 1) : null;
  }
}
