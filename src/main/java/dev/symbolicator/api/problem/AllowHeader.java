package dev.symbolicator.api.problem;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Corrects the header Allow of answers to OPTIONS: Quarkus REST names HEAD for every path. */
@ApplicationScoped
class AllowHeader {
  private final AllowedMethods allowed;

  AllowHeader(AllowedMethods allowed) {
    this.allowed = allowed;
  }

  @ServerResponseFilter
  void correct(ContainerRequestContext request, ContainerResponseContext response) {
    if (HttpMethod.OPTIONS.equals(request.getMethod())
        && response.getHeaders().containsKey(HttpHeaders.ALLOW)) {
      response
          .getHeaders()
          .putSingle(HttpHeaders.ALLOW, allowed.of(request.getUriInfo().getPath()));
    }
  }
}
