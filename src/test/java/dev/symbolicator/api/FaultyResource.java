package dev.symbolicator.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

@Path("/test/fault")
public class FaultyResource {
  public static final String SECRET = "canary-in-an-exception";

  @GET
  public String fail() {
    throw new IllegalStateException(SECRET);
  }
}
