package dev.symbolicator.web;

import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;

/**
 * The module that records profiles in browsers. Pages of all origins import it, also while the
 * service's own page is switched off.
 */
@Path("/collector.js")
@NonBlocking
public class CollectorResource {

  private static final WebFile COLLECTOR =
      WebFile.load("/web/collector.js", "text/javascript; charset=utf-8");

  @GET
  public Response collector(@Context Request request) {
    return COLLECTOR.answerToAll(request).build();
  }
}
