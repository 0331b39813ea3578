package dev.symbolicator.testing;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.symbolicator.content.ContentCoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

public final class Encode {
  private Encode() {}

  /** Applies any coding; returns the same array for {@link ContentCoding#IDENTITY}. */
  public static byte[] as(byte[] bytes, ContentCoding coding) {
    return switch (coding) {
      case IDENTITY -> bytes;
      case GZIP -> gzip(bytes);
      case BR -> br(bytes);
      case ZSTD -> zstd(bytes);
      case DEFLATE -> zlib(bytes);
    };
  }

  private interface Coder {
    OutputStream of(OutputStream out) throws IOException;
  }

  private static byte[] written(byte[] bytes, Coder coder) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream coded = coder.of(out)) {
      coded.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  public static byte[] gzip(byte[] bytes) {
    return written(bytes, GZIPOutputStream::new);
  }

  /** Compresses as RFC 1950 says, which HTTP calls deflate. */
  public static byte[] zlib(byte[] bytes) {
    return written(bytes, DeflaterOutputStream::new);
  }

  public static byte[] br(byte[] bytes) {
    return br(bytes, 22);
  }

  public static byte[] br(byte[] bytes, int windowBits) {
    Brotli4jLoader.ensureAvailability();
    Encoder.Parameters parameters = new Encoder.Parameters().setQuality(5).setWindow(windowBits);
    try {
      return Encoder.compress(bytes, parameters);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static byte[] zstd(byte[] bytes) {
    return written(bytes, ZstdOutputStreamNoFinalizer::new);
  }
}
