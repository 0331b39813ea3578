package dev.symbolicator.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** A resource that always throws, to test the answer to a bug. */
@Path("/test/fault")
public class FaultyResource {
  public static final String SECRET = "canary-in-an-exception";

  @GET
  public String fail() {
    throw new IllegalStateException(SECRET);
  }
}
