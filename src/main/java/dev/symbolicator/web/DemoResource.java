package dev.symbolicator.web;

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
 * Serves the page's example: a demo that profiles its own minified JavaScript and has the profile
 * symbolicated, and a recorded trace of that demo.
 *
 * <p>A path is a key of a fixed map and never becomes a file name, so no other file can be reached.
 */
@Path("/demo")
@NonBlocking
public class DemoResource {

  private static final WebFile PAGE = WebFile.load("/demo/index.html", "text/html; charset=utf-8");

  private static final Map<String, WebFile> FILES =
      Map.of(
          "index.html",
          PAGE,
          "app.min.js",
          WebFile.load("/demo/app.min.js", "text/javascript; charset=utf-8"),
          "app.min.js.map",
          WebFile.load("/demo/app.min.js.map", "application/json"),
          "trace.json",
          WebFile.load("/demo/trace.json", "application/json"));

  private final WebConfig config;

  public DemoResource(WebConfig config) {
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
    WebFile file = FILES.get(name);
    if (file == null) {
      throw new NotFoundException();
    }
    return file.equals(PAGE) ? page(request) : file.answer(request).build();
  }

  private void requireEnabled() {
    if (!config.enabled()) {
      throw new NotFoundException();
    }
  }

  private static Response page(Request request) {
    return PAGE.answer(request)
        .header("Document-Policy", "js-profiling")
        .header(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; "
                + "style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'")
        .build();
  }
}
