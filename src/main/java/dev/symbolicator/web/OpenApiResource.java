package dev.symbolicator.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Variant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves the OpenAPI document. Read when first asked for, so it takes no time at start. */
@Path("/q/openapi{extension: (\\.(json|yaml|yml))?}")
@Blocking
public class OpenApiResource {
  private static final String YAML = "application/yaml";

  /** The first one is for clients that accept anything. */
  private static final List<Variant> VARIANTS =
      List.of(
          new Variant(MediaType.valueOf(YAML), (String) null, null),
          new Variant(MediaType.APPLICATION_JSON_TYPE, (String) null, null));

  /**
   * Returns the document in the form that the path's extension names; else that of the parameter,
   * of which any value but {@code json} means YAML; else that of Accept.
   */
  @GET
  public Response document(
      @PathParam("extension") String extension,
      @QueryParam("format") @Nullable String format,
      @Context Request request) {
    boolean isJson = extension.isEmpty() ? isJson(format, request) : extension.equals(".json");
    WebFile file = isJson ? Json.DOCUMENT : Yaml.DOCUMENT;
    return file.answer(request).header(HttpHeaders.VARY, HttpHeaders.ACCEPT).build();
  }

  private static boolean isJson(@Nullable String format, Request request) {
    if (format != null) {
      return format.equalsIgnoreCase("json");
    }
    Variant accepted = request.selectVariant(VARIANTS);
    return accepted != null && accepted.getMediaType().equals(MediaType.APPLICATION_JSON_TYPE);
  }

  /** The document as it was written. */
  private static final class Yaml {
    private static final WebFile DOCUMENT =
        WebFile.load("/META-INF/openapi.yaml", YAML + ";charset=UTF-8");
  }

  private static final class Json {
    private static final WebFile DOCUMENT = converted(Yaml.DOCUMENT);

    private static WebFile converted(WebFile yaml) {
      try {
        return WebFile.of(
            MediaType.APPLICATION_JSON + ";charset=UTF-8",
            new ObjectMapper(new YAMLFactory()).readTree(yaml.content()).toPrettyString());
      } catch (JsonProcessingException defect) {
        throw new IllegalStateException("The file openapi.yaml cannot be read", defect);
      }
    }
  }
}
