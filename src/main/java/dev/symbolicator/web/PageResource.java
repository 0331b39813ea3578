package dev.symbolicator.web;

import dev.symbolicator.config.Converters.TrueOrFalse;
import dev.symbolicator.web.WebFile.ServedFiles;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page, which draws profiles. All its files come from here, and its Content-Security-Policy
 * allows no others.
 */
@Path("/")
@NonBlocking
public class PageResource {

  /**
   * Styles and scripts come from files of the page alone, and no text becomes markup: the only
   * policy of trusted types is the one that names the page's worker.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " worker-src 'self'; require-trusted-types-for 'script'; trusted-types worker";

  private static final WebFile PAGE = WebFile.load("/web/index.html", "text/html; charset=utf-8");

  private static final Map<String, WebFile> FILES =
      Stream.concat(
              Stream.of("icon.svg", "page.css"),
              Stream.of(
                      "app",
                      "dom",
                      "export",
                      "flame",
                      "gestures",
                      "intake",
                      "minimap",
                      "other",
                      "painter",
                      "panels",
                      "pprof",
                      "profiles",
                      "read",
                      "saved",
                      "service",
                      "session",
                      "settings",
                      "source",
                      "stacks",
                      "table",
                      "texts",
                      "trace",
                      "tree",
                      "worker")
                  .map(module -> module + ".mjs"))
          .collect(Collectors.toUnmodifiableMap(Function.identity(), PageResource::load));

  private final ServedFiles files;

  public PageResource(WebConfig config) {
    files = new ServedFiles(config, FILES);
  }

  @GET
  public Response page(@Context Request request) {
    files.requireEnabled();
    return PAGE.answer(request)
        .header("Content-Security-Policy", POLICY)
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Document-Policy", "js-profiling")
        .header("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        .build();
  }

  /** Returns a file of the page, or 404. */
  @GET
  @Path("page/{name}")
  public Response file(@PathParam("name") String name, @Context Request request) {
    return files.named(name).answer(request).build();
  }

  private static WebFile load(String name) {
    String end = name.substring(name.lastIndexOf('.') + 1);
    String mediaType =
        switch (end) {
          case "css" -> "text/css; charset=utf-8";
          case "svg" -> "image/svg+xml";
          default -> "text/javascript; charset=utf-8";
        };
    return WebFile.load("/web/" + name, mediaType);
  }

  @ConfigMapping(prefix = "symbolicator.web")
  public interface WebConfig {

    /** Tells whether page and example are served; else their paths answer 404. */
    @WithDefault("true")
    @WithConverter(TrueOrFalse.class)
    boolean enabled();
  }
}
