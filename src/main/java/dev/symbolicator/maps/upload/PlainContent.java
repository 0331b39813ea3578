package dev.symbolicator.maps.upload;

import dev.symbolicator.content.GzipStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Inflates a body that is gzip by its first bytes; any other body is as it is. */
final class PlainContent {
  private static final int MAGIC_BYTES = 2;

  private PlainContent() {}

  /**
   * Returns the inflated body, whose reading throws {@link UploadRefusedException} if the body is
   * damaged or too large.
   */
  static InputStream of(String name, InputStream body, UploadLimits limits) throws IOException {
    PushbackInputStream in = new PushbackInputStream(body, MAGIC_BYTES);
    byte[] magic = in.readNBytes(MAGIC_BYTES);
    in.unread(magic);
    boolean isGzip = magic.length == MAGIC_BYTES && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
    return new LimitedContent(
        isGzip ? new GzipStream(in) : in, limits.fileBytes(), tooLarge(name, limits), damaged());
  }

  private static UploadRefusedException damaged() {
    return UploadRefusedException.map(
        "The body begins like gzip, but is damaged or cut off. Send the whole map, plain or gzip.",
        -1);
  }

  /** Returns the exception of a file that is too large inflated. */
  static UploadRefusedException tooLarge(String name, UploadLimits limits) {
    return UploadRefusedException.tooLarge(
        "max-file-size",
        "%s has more than %,d bytes inflated. Leave the file out, or split the script."
            .formatted(EntryPath.shown(name), limits.fileBytes()));
  }
}
