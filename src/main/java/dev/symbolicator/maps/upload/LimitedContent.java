package dev.symbolicator.maps.upload;

import dev.symbolicator.content.GzipStream;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.upload.ArchiveReader.EntryPath;
import dev.symbolicator.memory.BulkInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Inflated bytes up to a limit; decoders' exceptions become {@link UploadRefusedException}. */
final class LimitedContent extends BulkInputStream {
  private final InputStream in;
  private final long limit;
  private final UploadRefusedException beyond;
  private final UploadRefusedException damaged;
  private long count;

  /** Makes a stream that throws one exception beyond the limit, the other if it is damaged. */
  LimitedContent(
      InputStream in, long limit, UploadRefusedException beyond, UploadRefusedException damaged) {
    this.in = in;
    this.limit = limit;
    this.beyond = beyond;
    this.damaged = damaged;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read;
    try {
      read = in.read(bytes, offset, length);
    } catch (UploadRefusedException | StoreUnavailableException known) {
      throw known;
    } catch (IOException unreadable) {
      throw damaged;
    }
    count += Math.max(0, read);
    if (count > limit) {
      throw beyond;
    }
    return read;
  }

  /** Closes the stream, which frees the memory of its decoder. */
  @Override
  public void close() throws IOException {
    in.close();
  }

  long count() {
    return count;
  }

  /** Inflates a body that is gzip by its first bytes; any other body is as it is. */
  static final class PlainContent {
    private static final int MAGIC_BYTES = 2;

    private PlainContent() {}

    /** Returns the inflated body; reading throws {@link UploadRefusedException} if it is bad. */
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
          "The body begins like gzip, but is damaged or cut off. Send the whole map, plain or"
              + " gzip.",
          -1);
    }

    static UploadRefusedException tooLarge(String name, UploadLimits limits) {
      return UploadRefusedException.tooLarge(
          "max-file-size",
          "%s has more than %,d bytes inflated. Leave the file out, or split the script."
              .formatted(EntryPath.shown(name), limits.fileBytes()));
    }
  }
}
