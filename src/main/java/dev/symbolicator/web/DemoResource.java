package dev.symbolicator.web;

import dev.symbolicator.web.PageResource.WebConfig;
import dev.symbolicator.web.WebFile.ServedFiles;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.Map;

/** The page's example: a demo that profiles its own minified script, and a recorded trace. */
@Path("/demo")
@NonBlocking
public class DemoResource {

  private static final WebFile PAGE = WebFile.load("/demo/index.html", "text/html; charset=utf-8");

  private static final String TRACE = "trace.json";

  private static final Map<String, WebFile> FILES =
      Map.of(
          "index.html",
          PAGE,
          "app.min.js",
          WebFile.load("/demo/app.min.js", "text/javascript; charset=utf-8"),
          "app.min.js.map",
          WebFile.load("/demo/app.min.js.map", "application/json"),
          TRACE,
          WebFile.load("/demo/trace.json", "application/json"));

  /** The address in the recorded trace. */
  private static final String RECORDED = "http://localhost:8080/demo/";

  private final ServedFiles files;

  public DemoResource(WebConfig config) {
    files = new ServedFiles(config, FILES);
  }

  /** Returns the page. Its links are relative, so {@code /demo} redirects to {@code /demo/}. */
  @GET
  public Response page(@Context UriInfo uri, @Context Request request) {
    files.requireEnabled();
    if (!uri.getRequestUri().getRawPath().endsWith("/")) {
      return Response.status(Response.Status.FOUND).header(HttpHeaders.LOCATION, "demo/").build();
    }
    return page(request);
  }

  /** Returns one of the demo's files, or 404. */
  @GET
  @Path("{name}")
  public Response file(
      @PathParam("name") String name, @Context UriInfo uri, @Context Request request) {
    WebFile file = files.named(name);
    if (name.equals(TRACE)) {
      return file.with(RECORDED, folder(uri)).answer(request).build();
    }
    return file.equals(PAGE) ? page(request) : file.answer(request).build();
  }

  /** Returns the demo's address as the client names it; needs no escapes in JSON. */
  private static String folder(UriInfo uri) {
    URI demo = uri.getRequestUri().resolve("./");
    return demo.getHost() == null ? RECORDED : demo.toASCIIString();
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
