package dev.symbolicator.api.problem;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.symbolication.SymbolicationReport;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A problem as RFC 9457 describes it, of media type {@code application/problem+json}.
 *
 * @param type {@code urn:profile-symbolicator:problem:} and a name that stays the same for good
 * @param title the kind of problem, the same for every occurrence
 * @param status the HTTP status code
 * @param detail this occurrence, for a person, and what to do about it
 * @param pointer JSON pointer (RFC 6901) to the value that is wrong
 * @param offset 0-based byte offset in the inflated body
 * @param limit the configuration key of the limit that was passed
 * @param scripts those that are missing, as a report shows them
 * @param retryAfter seconds for the header {@code Retry-After}, which a 503 has
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    @Nullable String pointer,
    @Nullable Long offset,
    @Nullable String limit,
    @Nullable List<SymbolicationReport.ScriptEntry> scripts,
    @JsonIgnore long retryAfter) {

  public static final String MEDIA_TYPE = "application/problem+json";
  private static final String TYPE_PREFIX = "urn:profile-symbolicator:problem:";

  public static Problem of(ProblemKind kind, String detail) {
    return new Problem(
        TYPE_PREFIX + kind.name, kind.title, kind.status, detail, null, null, null, null, 1);
  }

  public Problem at(long byteOffset, @Nullable String jsonPointer) {
    Long shownOffset = byteOffset < 0 ? null : (Long) byteOffset;
    return new Problem(
        type, title, status, detail, jsonPointer, shownOffset, limit, scripts, retryAfter);
  }

  public Problem withLimit(@Nullable String configurationKey) {
    return new Problem(
        type, title, status, detail, pointer, offset, configurationKey, scripts, retryAfter);
  }

  /** Whole seconds, and at least one. */
  Problem withRetryAfter(Duration time) {
    long seconds = Math.max(1, time.plusSeconds(1).minusNanos(1).toSeconds());
    return new Problem(type, title, status, detail, pointer, offset, limit, scripts, seconds);
  }

  Problem withScripts(List<SymbolicationReport.ScriptEntry> missing) {
    return new Problem(
        type, title, status, detail, pointer, offset, limit, List.copyOf(missing), retryAfter);
  }

  /** The kind's name as metrics and logs spell it, the end of {@link #type}. */
  public String name() {
    return type.substring(TYPE_PREFIX.length());
  }

  /** The kinds of problems this service answers with. */
  public enum ProblemKind {
    BAD_PARAMETER("bad-parameter", "A query parameter has no such value", 400),
    NOT_JSON("not-json", "The body is not JSON in UTF-8", 400),
    CORRUPT_BODY("corrupt-body", "The body cannot be inflated", 400),
    BAD_REQUEST("bad-request", "The request cannot be understood", 400),
    NOT_FOUND("not-found", "There is nothing here", 404),
    METHOD_NOT_ALLOWED("method-not-allowed", "This resource does not answer that method", 405),
    NOT_ACCEPTABLE("not-acceptable", "Nothing acceptable to answer with", 406),
    BODY_TIMEOUT("body-timeout", "The body did not arrive in time", 408),
    TOO_LARGE("too-large", "A limit is passed", 413),
    UNSUPPORTED_CODING("unsupported-coding", "The body's content coding is not known", 415),
    UNSUPPORTED_TYPE("unsupported-type", "The body's type is not supported", 415),
    NOT_A_PROFILE("not-a-profile", "The body is JSON, but no profile this service reads", 422),
    NOT_A_SCRIPT_LIST("not-a-script-list", "The body is JSON, but no list of scripts", 422),
    INTERNAL("internal-error", "The service failed", 500),
    OVERLOADED("overloaded", "The service is busy", 503),
    INCOMPLETE("incomplete", "Scripts are missing that may be there a little later", 503);

    private final String name;
    private final String title;
    private final int status;

    ProblemKind(String name, String title, int status) {
      this.name = name;
      this.title = title;
      this.status = status;
    }

    /** The kind that stands for a status some other part of the HTTP stack chose. */
    static ProblemKind ofStatus(int status) {
      return switch (status) {
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
