package dev.symbolicator.api.problem;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error answer (RFC 9457, {@code application/problem+json}): {@code type}, {@code title} and
 * {@code status} by the kind, a detail that says what is wrong and what to do, and further members.
 * A 429 or 503 has {@code Retry-After} in seconds.
 */
@JsonPropertyOrder({"type", "title", "status", "detail"})
public record Problem(
    @JsonIgnore ProblemKind kind,
    String detail,
    @JsonAnyGetter Map<String, Object> members,
    @JsonIgnore long retryAfter) {

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String LIMIT = "limit";

  public static Problem of(ProblemKind kind, String detail) {
    return new Problem(kind, detail, Map.of(), 1);
  }

  /** Returns {@code urn:profile-symbolicator:problem:} and a name that never changes. */
  @JsonProperty
  public String type() {
    return "urn:profile-symbolicator:problem:" + kind.name;
  }

  /** Returns the kind of problem for people, equal for every occurrence. */
  @JsonProperty
  public String title() {
    return kind.title;
  }

  @JsonProperty
  public int status() {
    return kind.status;
  }

  /** Returns the kind's name as metrics and logs spell it: the end of {@link #type}. */
  public String name() {
    return kind.name;
  }

  /** Returns the exceeded limit: its configuration key, or its name if the limit is fixed. */
  public @Nullable String limit() {
    return (String) members.get(LIMIT);
  }

  /** Returns this problem with a further member; without it if the value is null. */
  public Problem with(String name, @Nullable Object value) {
    Map<String, Object> further = new LinkedHashMap<>(members);
    if (value != null) {
      further.put(name, value);
    }
    return new Problem(kind, detail, Collections.unmodifiableMap(further), retryAfter);
  }

  /** Adds a 0-based offset in the inflated body, unless -1, and a JSON pointer (RFC 6901). */
  public Problem at(long byteOffset, @Nullable String jsonPointer) {
    return with("pointer", jsonPointer).with("offset", byteOffset < 0 ? null : byteOffset);
  }

  /** Adds the exceeded limit: a configuration key or a fixed name; null adds none. */
  public Problem withLimit(@Nullable String name) {
    return with(LIMIT, name);
  }

  /** Returns this problem with a time to wait, rounded up to whole seconds, at least one. */
  public Problem withRetryAfter(Duration time) {
    long seconds = Math.max(1, time.plusSeconds(1).minusNanos(1).toSeconds());
    return new Problem(kind, detail, members, seconds);
  }

  public Problem withDetail(String text) {
    return new Problem(kind, text, members, retryAfter);
  }

  /** Returns an answer with the status and the headers of this problem, which has no body yet. */
  public Response.ResponseBuilder response() {
    Response.ResponseBuilder response = Response.status(status());
    return switch (status()) {
      case 401 -> response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
      case 429, 503 -> response.header(HttpHeaders.RETRY_AFTER, retryAfter);
      default -> response;
    };
  }

  public enum ProblemKind {
    BAD_PARAMETER("bad-parameter", "A query parameter is unknown, missing or wrong", 400),
    NOT_JSON("not-json", "The body is not JSON in UTF-8", 400),
    CORRUPT_BODY("corrupt-body", "The body cannot be inflated", 400),
    BAD_REQUEST("bad-request", "The request cannot be understood", 400),
    UNAUTHORIZED("unauthorized", "The request has no valid token", 401),
    FORBIDDEN("forbidden", "The request is not allowed", 403),
    NOT_FOUND("not-found", "There is nothing here", 404),
    METHOD_NOT_ALLOWED("method-not-allowed", "This resource does not answer that method", 405),
    NOT_ACCEPTABLE("not-acceptable", "Nothing acceptable to answer with", 406),
    BODY_TIMEOUT("body-timeout", "The body did not arrive in time", 408),
    CONFLICT("conflict", "Another source map has the debug ID", 409),
    TOO_LARGE("too-large", "A limit is passed", 413),
    UNSUPPORTED_CODING("unsupported-coding", "The body's content coding is not known", 415),
    UNSUPPORTED_TYPE("unsupported-type", "The body's type is not supported", 415),
    NOT_A_PROFILE("not-a-profile", "The body is no profile this service reads", 422),
    NOT_AVAILABLE(
        "not-available-for-format", "Profiles of this format do not have what is asked for", 422),
    AMBIGUOUS_MAPS("ambiguous-maps", "Two of the source maps fit one script", 422),
    NOTHING_TO_ADD_UP("nothing-to-add-up", "No profile is there for what is asked for", 422),
    SAMPLES_TOO_COARSE(
        "samples-too-coarse", "The samples are too far apart for what is asked for", 422),
    NOT_A_SCRIPT_LIST("not-a-script-list", "The body is JSON, but no list of scripts", 422),
    NOT_AN_ARCHIVE("not-an-archive", "The body is no archive of a build folder", 422),
    NOT_A_SOURCE_MAP("not-a-source-map", "The body is no source map", 422),
    UNRESOLVED("unresolved", "Scripts of the upload will not resolve", 422),
    TOO_MANY_UPLOADS("too-many-uploads", "The scope uploads too often", 429),
    TOO_MANY_PROFILES("too-many-profiles", "The sender sends profiles too often", 429),
    INTERNAL("internal-error", "The service failed", 500),
    OVERLOADED("overloaded", "The service is busy", 503),
    NOT_KEPT("not-kept", "The profile cannot be kept for now", 503),
    DISK_UNAVAILABLE("disk-unavailable", "The body cannot be kept on disk", 503),
    STORE_UNAVAILABLE("store-unavailable", "The store of source maps cannot be used", 503),
    INCOMPLETE("incomplete", "Scripts are missing that may be there a little later", 503);

    private final String name;
    private final String title;
    private final int status;

    ProblemKind(String name, String title, int status) {
      this.name = name;
      this.title = title;
      this.status = status;
    }

    /** Returns the kind for a status that another part of the HTTP stack chose. */
    static ProblemKind ofStatus(int status) {
      return switch (status) {
        case 401 -> UNAUTHORIZED;
        case 403 -> FORBIDDEN;
        case 404 -> NOT_FOUND;
        case 405 -> METHOD_NOT_ALLOWED;
        case 406 -> NOT_ACCEPTABLE;
        case 408 -> BODY_TIMEOUT;
        case 413 -> TOO_LARGE;
        case 415 -> UNSUPPORTED_TYPE;
        case 503 -> OVERLOADED;
        default -> status >= 500 ? INTERNAL : BAD_REQUEST;
      };
    }
  }
}
