package dev.symbolicator.web;

import dev.symbolicator.memory.Sha256;
import dev.symbolicator.web.PageResource.WebConfig;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.quarkus.vertx.utils.NoBoundChecksBuffer;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One file for browsers, held in memory.
 *
 * @param mediaType the value of {@code Content-Type}
 * @param content the file's text
 * @param bytes the text in UTF-8, which all answers share while their clients have not read them
 * @param tag a validator made from the bytes, so files of two releases are never mixed
 */
record WebFile(String mediaType, String content, ByteBuf bytes, EntityTag tag) {

  /** Reads a file from the class path; a missing file is a defect of the build. */
  static WebFile load(String path, String mediaType) {
    try (InputStream in = WebFile.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("The file " + path + " is missing");
      }
      byte[] content = in.readAllBytes();
      return of(mediaType, new String(content, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static WebFile of(String mediaType, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return new WebFile(
        mediaType,
        content,
        Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(bytes)),
        new EntityTag(Sha256.of(bytes)));
  }

  /** Returns a copy of the file with another text in place of one. */
  WebFile with(String text, String other) {
    return of(mediaType, content.replace(text, other));
  }

  /** Vert.x deprecates this way for its next version, and has no other that copies nothing. */
  @SuppressWarnings("deprecation")
  private Buffer shared() {
    return new NoBoundChecksBuffer(bytes.duplicate()); // Vert.x itself would copy.
  }

  /** Returns the answer to a GET: the file, or 304 if the client has these bytes. */
  ResponseBuilder answer(Request request) {
    ResponseBuilder notModified = request.evaluatePreconditions(tag);
    ResponseBuilder answer =
        notModified != null
            ? notModified
            : Response.ok(shared()).header(HttpHeaders.CONTENT_TYPE, mediaType);
    return answer
        .tag(tag)
        .header(HttpHeaders.CACHE_CONTROL, "no-cache")
        .header("X-Content-Type-Options", "nosniff")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header("Referrer-Policy", "no-referrer");
  }

  /**
   * Files that are served unless the page is switched off.
   *
   * <p>A path is a key of a fixed map and never becomes a file name, so no other file can be
   * reached.
   */
  record ServedFiles(WebConfig config, Map<String, WebFile> files) {

    /**
     * Refuses all requests if the page is switched off.
     *
     * @throws NotFoundException if it is
     */
    void requireEnabled() {
      if (!config.enabled()) {
        throw new NotFoundException();
      }
    }

    /**
     * Returns a file by its name.
     *
     * @throws NotFoundException if there is none, or the page is switched off
     */
    WebFile named(String name) {
      requireEnabled();
      WebFile file = files.get(name);
      if (file == null) {
        throw new NotFoundException();
      }
      return file;
    }
  }
}
