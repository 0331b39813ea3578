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

/** One file for browsers. All answers share its bytes; its tag tells releases apart. */
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
    return answer(request, "no-cache", "same-origin");
  }

  /** Returns an answer that pages of all origins may use, and keep for a day. */
  ResponseBuilder answerToAll(Request request) {
    return answer(request, "public, max-age=86400", "cross-origin")
        .header("Access-Control-Allow-Origin", "*");
  }

  private ResponseBuilder answer(Request request, String caching, String users) {
    ResponseBuilder notModified = request.evaluatePreconditions(tag);
    ResponseBuilder answer =
        notModified != null
            ? notModified
            : Response.ok(shared()).header(HttpHeaders.CONTENT_TYPE, mediaType);
    return answer
        .tag(tag)
        .header(HttpHeaders.CACHE_CONTROL, caching)
        .header("X-Content-Type-Options", "nosniff")
        .header("Cross-Origin-Resource-Policy", users)
        .header("Referrer-Policy", "no-referrer");
  }

  /** Files that are served unless the page is switched off. Paths never become file names. */
  record ServedFiles(WebConfig config, Map<String, WebFile> files) {

    /** Throws if the page is switched off. */
    void requireEnabled() {
      if (!config.enabled()) {
        throw new NotFoundException();
      }
    }

    /** Returns a file; throws if there is none, or the page is switched off. */
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
