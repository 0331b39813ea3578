package dev.symbolicator.demo;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;

/**
 * Serves the demo: a page that profiles its own minified JavaScript and has the profile
 * symbolicated, and a recorded trace of that page.
 *
 * <p>A path is a key of a fixed map and never becomes a file name, so no other file can be reached.
 */
@Path("/demo")
@NonBlocking
public class DemoResource {

  private static final DemoFile PAGE = DemoFile.load("index.html", "text/html; charset=utf-8");

  private static final Map<String, DemoFile> FILES =
      Map.of(
          "index.html",
          PAGE,
          "app.min.js",
          DemoFile.load("app.min.js", "text/javascript; charset=utf-8"),
          "app.min.js.map",
          DemoFile.load("app.min.js.map", "application/json"),
          "trace.json",
          DemoFile.load("trace.json", "application/json"));

  private final DemoConfig config;

  public DemoResource(DemoConfig config) {
    this.config = config;
  }

  /**
   * Returns the page at {@code /demo/}. Its links are relative, so {@code /demo} redirects there.
   */
  @GET
  public Response page(@Context UriInfo uri, @Context Request request) {
    requireEnabled();
    if (!uri.getRequestUri().getRawPath().endsWith("/")) {
      return Response.status(Response.Status.FOUND).header(HttpHeaders.LOCATION, "demo/").build();
    }
    return page(request);
  }

  /** Returns one of the demo's files, or 404. */
  @GET
  @Path("{name}")
  public Response file(@PathParam("name") String name, @Context Request request) {
    requireEnabled();
    DemoFile file = FILES.get(name);
    if (file == null) {
      throw new NotFoundException();
    }
    return file.equals(PAGE) ? page(request) : answer(file, request).build();
  }

  private void requireEnabled() {
    if (!config.enabled()) {
      throw new NotFoundException();
    }
  }

  private static Response page(Request request) {
    return answer(PAGE, request)
        .header("Document-Policy", "js-profiling")
        .header(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; "
                + "style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
        .build();
  }

  private static Response.ResponseBuilder answer(DemoFile file, Request request) {
    Response.ResponseBuilder notModified = request.evaluatePreconditions(file.tag());
    Response.ResponseBuilder answer =
        notModified != null
            ? notModified
            : Response.ok(file.content()).header(HttpHeaders.CONTENT_TYPE, file.mediaType());
    return answer
        .tag(file.tag())
        .header(HttpHeaders.CACHE_CONTROL, "no-cache")
        .header("X-Content-Type-Options", "nosniff");
  }
}
