package dev.symbolicator.maps.objects;

import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.memory.Sha256;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Inflates a blob, and compares size and hash with those of its name. Not thread-safe. */
final class BlobStream extends BulkInputStream {
  private static final int BUFFER = 1 << 16;

  private final InputStream stored;
  private final BlobId blob;
  private final MessageDigest digest = Sha256.digest();
  private @Nullable GZIPInputStream content;
  private long size;
  private boolean isEnded;

  BlobStream(InputStream stored, BlobId blob) {
    this.stored = stored;
    this.blob = blob;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (isEnded || length == 0) {
      return isEnded ? -1 : 0;
    }
    int read = inflate(into, from, length);
    if (read < 0) {
      isEnded = true;
      check(HexFormat.of().formatHex(digest.digest()).equals(blob.sha256()));
    } else {
      size += read;
      check(size <= blob.size());
      digest.update(into, from, read);
    }
    return read;
  }

  private int inflate(byte[] into, int from, int length) throws IOException {
    try {
      if (content == null) {
        content = new GZIPInputStream(stored, BUFFER);
      }
      return content.read(into, from, length);
    } catch (EOFException | ZipException damaged) {
      throw new DamagedObjectException(damaged);
    }
  }

  private static void check(boolean isIntact) throws DamagedObjectException {
    if (!isIntact) {
      throw new DamagedObjectException(null);
    }
  }

  @Override
  public void close() throws IOException {
    if (content == null) {
      stored.close();
    } else {
      content.close();
    }
  }
}
