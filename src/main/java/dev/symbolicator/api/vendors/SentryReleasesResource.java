package dev.symbolicator.api.vendors;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers Sentry's requests about releases and organizations, which uploads do not depend on. */
@Path("/api/0")
public class SentryReleasesResource {
  private final SentryAnswers answers;
  private final Clock clock;

  SentryReleasesResource(SentryAnswers answers, Clock clock) {
    this.answers = answers;
    this.clock = clock;
  }

  /** Describes a release. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record NewRelease(@Nullable String version) {}

  /** Describes an organization, which some clients ask for. */
  @GET
  @Path("organizations/{org}")
  public Uni<Response> organization(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(
        context, org, caller -> SentryAnswers.ok(Map.of("id", org, "slug", org, "name", org)));
  }

  /** Lists no repositories. */
  @GET
  @Path("organizations/{org}/repos")
  public Uni<Response> repositories(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(context, org, caller -> SentryAnswers.ok(List.of()));
  }

  /** Confirms a release. Releases exist as soon as something is uploaded for them. */
  @POST
  @Path("organizations/{org}/releases")
  public Uni<Response> newRelease(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(
        context,
        org,
        caller ->
            answers.withJson(
                context,
                caller,
                VendorLimits.DEFAULT.releaseBytes(),
                NewRelease.class,
                body -> {
                  if (body.version() == null) {
                    throw SentryAnswers.bad("The body has no member version.");
                  }
                  return Response.status(201)
                      .type(MediaType.APPLICATION_JSON_TYPE)
                      .entity(release(body.version()))
                      .build();
                }));
  }

  /** Like {@link #newRelease}, for sentry-cli 2. */
  @POST
  @Path("projects/{org}/{project}/releases")
  public Uni<Response> newProjectRelease(RoutingContext context, @PathParam("org") String org) {
    return newRelease(context, org);
  }

  /** Confirms a change of a release, whose body is of no use here. */
  @PUT
  @Path("organizations/{org}/releases/{version}")
  public Uni<Response> changedRelease(
      RoutingContext context, @PathParam("org") String org, @PathParam("version") String version) {
    return answers.answered(context, org, caller -> SentryAnswers.ok(release(version)));
  }

  /** Like {@link #changedRelease}, for sentry-cli 2. */
  @PUT
  @Path("projects/{org}/{project}/releases/{version}")
  public Uni<Response> changedProjectRelease(
      RoutingContext context, @PathParam("org") String org, @PathParam("version") String version) {
    return changedRelease(context, org, version);
  }

  private Map<String, String> release(String version) {
    return Map.of("version", version, "dateCreated", clock.instant().toString());
  }
}
