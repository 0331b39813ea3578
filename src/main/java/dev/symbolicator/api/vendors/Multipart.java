package dev.symbolicator.api.vendors;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostMultipartRequestDecoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder.EndOfDataDecoderException;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder.ErrorDataDecoderException;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder.TooLongFormFieldException;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder.TooManyFormFieldsException;
import io.netty.handler.codec.http.multipart.MemoryAttribute;
import io.netty.handler.codec.http.multipart.MemoryFileUpload;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a multipart body (RFC 7578) one after another, as their bytes arrive. Netty
 * takes the body apart; a file's bytes are not kept in memory.
 */
final class Multipart {
  private static final int PIECE_BYTES = 1 << 14;

  /** The longest header of a part, and the longest boundary. */
  private static final int HEADER_BYTES = 1 << 13;

  /** Opens a sink for a file. */
  interface PartSink {
    /**
     * Returns the stream that takes the bytes of a file, and is closed at the file's end; null to
     * skip the file.
     *
     * @param name the name of the form's field
     * @param fileName as the client says
     */
    @Nullable OutputStream open(String name, String fileName) throws IOException;
  }

  private Multipart() {}

  /**
   * Reads a body to its end.
   *
   * @param contentType the request's header; null if absent
   * @throws ProblemException if the body is no multipart, or is cut off
   * @throws IOException as the sinks throw
   */
  static void read(@Nullable String contentType, InputStream body, PartSink sink)
      throws IOException {
    HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
    request.headers().set(HttpHeaderNames.CONTENT_TYPE, contentType == null ? "" : contentType);
    if (!HttpPostRequestDecoder.isMultipart(request)) {
      throw new ProblemException(damaged());
    }
    HttpPostMultipartRequestDecoder decoder = null;
    try {
      decoder =
          new HttpPostMultipartRequestDecoder(
              new Files(sink),
              request,
              StandardCharsets.UTF_8,
              VendorLimits.DEFAULT.parts(),
              HEADER_BYTES);
      decoder.setDiscardThreshold(PIECE_BYTES);
      byte[] piece = new byte[PIECE_BYTES];
      for (int length = next(body, piece); length >= 0; length = next(body, piece)) {
        decoder.offer(new DefaultHttpContent(Unpooled.wrappedBuffer(piece, 0, length)));
      }
      decoder.offer(LastHttpContent.EMPTY_LAST_CONTENT);
      if (!isAtEnd(decoder)) {
        throw new ProblemException(damaged());
      }
    } catch (ErrorDataDecoderException malformed) {
      if (malformed.getCause() instanceof IOException ofSink) {
        throw ofSink;
      }
      throw new ProblemException(damaged());
    } catch (TooManyFormFieldsException | TooLongFormFieldException tooMany) {
      throw new ProblemException(damaged());
    } finally {
      if (decoder != null) {
        decoder.destroy();
      }
    }
  }

  private static int next(InputStream body, byte[] piece) throws IOException {
    try {
      return body.read(piece);
    } catch (ZipException | EOFException damaged) {
      throw new ProblemException(damaged());
    }
  }

  /** Tells whether the last boundary has come. */
  private static boolean isAtEnd(HttpPostMultipartRequestDecoder decoder) {
    try {
      while (decoder.hasNext()) {
        decoder.next();
      }
      return false;
    } catch (EndOfDataDecoderException end) {
      return true;
    }
  }

  /** Returns the problem of a body that is no multipart. */
  static Problem damaged() {
    // Not 400: to a 400, datadog-ci sends the token to Datadog's own host.
    return Problem.of(
        ProblemKind.UNSUPPORTED_TYPE,
        "The body is no multipart/form-data, or is damaged or cut off. Send the upload again.");
  }

  /** Makes files that pass their bytes on to sinks, and drops other fields. */
  private static final class Files extends DefaultHttpDataFactory {
    private final PartSink sink;
    private long fieldBytes;

    Files(PartSink sink) {
      super(false);
      this.sink = sink;
    }

    @Override
    public Attribute createAttribute(HttpRequest request, String name) {
      return new DroppedField(name, this);
    }

    @Override
    public Attribute createAttribute(HttpRequest request, String name, long definedSize) {
      return new DroppedField(name, this);
    }

    /** Counts bytes of all fields. */
    void count(int bytes) {
      fieldBytes += bytes;
      if (fieldBytes > VendorLimits.DEFAULT.fieldBytes()) {
        throw new ProblemException(
            Problem.of(
                    ProblemKind.TOO_LARGE,
                    "The form's fields have more than %,d bytes. Send files with a file name."
                        .formatted(VendorLimits.DEFAULT.fieldBytes()))
                .withLimit("max-form-fields-size"));
      }
    }

    @Override
    public FileUpload createFileUpload(
        HttpRequest request,
        String name,
        String fileName,
        String contentType,
        String contentTransferEncoding,
        Charset charset,
        long size) {
      return new PassedFile(
          sink, name, fileName, contentType, contentTransferEncoding, charset, size);
    }
  }

  /** A field of the form that is no file. No client needs its value. */
  private static final class DroppedField extends MemoryAttribute {
    private final Files files;

    DroppedField(String name, Files files) {
      super(name, StandardCharsets.UTF_8);
      this.files = files;
    }

    @Override
    public void addContent(ByteBuf piece, boolean isLast) {
      try {
        files.count(piece.readableBytes());
      } finally {
        piece.release();
      }
      if (isLast) {
        setCompleted();
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private static final class PassedFile extends MemoryFileUpload {
    private final PartSink sink;
    private @Nullable OutputStream out;
    private boolean isOpen;

    PassedFile(
        PartSink sink,
        String name,
        String fileName,
        String contentType,
        String contentTransferEncoding,
        Charset charset,
        long size) {
      super(name, fileName, contentType, contentTransferEncoding, charset, size);
      this.sink = sink;
    }

    @Override
    public void addContent(ByteBuf piece, boolean isLast) throws IOException {
      try {
        if (!isOpen) {
          isOpen = true;
          out = sink.open(getName(), getFilename());
        }
        if (out != null) {
          piece.readBytes(out, piece.readableBytes());
        }
      } finally {
        piece.release();
      }
      if (isLast) {
        setCompleted();
        if (out != null) {
          out.close();
        }
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }
}
