package dev.symbolicator.api.maps;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapLimits;
import dev.symbolicator.maps.upload.ScriptBase;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadOptions;
import dev.symbolicator.sourcemap.link.DebugId;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Unknown parameters, and those given twice, are answered with 400. */
public final class QueryParameters {
  /** The longest URL, in UTF-16 units. A request's target is limited to 4,096 bytes anyway. */
  private static final int MAX_URL = 4_096;

  private final MultiMap query;

  /** Reads a query of known parameters; throws a problem if there are others. */
  public QueryParameters(MultiMap query, List<String> known) {
    this.query = query;
    Set<String> names = new TreeSet<>(known);
    for (String name : query.names()) {
      if (!names.contains(name)) {
        throw bad(
            "The query parameter %s is unknown. Known ones are %s."
                .formatted(name, String.join(", ", names)));
      }
    }
  }

  /** Returns a value; null if the parameter is absent. */
  public @Nullable String text(String name) {
    return text(name, MapLimits.DEFAULT.labelLength());
  }

  /** Returns the text of a URL; null if the parameter is absent. */
  public @Nullable String url(String name) {
    return text(name, MAX_URL);
  }

  private @Nullable String text(String name, int maxLength) {
    List<String> values = query.getAll(name);
    if (values.isEmpty()) {
      return null;
    }
    String value = values.get(0);
    if (values.size() > 1 || value.isEmpty() || value.length() > maxLength) {
      throw bad(
          "The query parameter %s must have 1 to %,d characters. Give the parameter once."
              .formatted(name, maxLength));
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw bad("The query parameter " + name + " has a control character. Remove the character.");
    }
    return value;
  }

  private String required(String name, String example) {
    String value = url(name);
    if (value == null) {
      throw bad("The query parameter %s is missing. Send %1$s=%s.".formatted(name, example));
    }
    return value;
  }

  private boolean isTrue(String name) {
    String value = text(name);
    if (value != null && !value.equals("true") && !value.equals("false")) {
      throw bad("The query parameter " + name + " must be true or false.");
    }
    return "true".equals(value);
  }

  boolean has(String name) {
    return query.contains(name);
  }

  String script() {
    String name =
        ScriptBase.scriptName(required("script", "https://cdn.example.com/assets/app.js"));
    if (name == null) {
      throw bad(
          "The query parameter script must be an absolute http or https URL without a user name, or"
              + " a path such as ~/assets/app.js.");
    }
    return name;
  }

  ScriptBase base() {
    ScriptBase base = ScriptBase.parse(required("base", "https://cdn.example.com/assets/"));
    if (base == null) {
      throw bad(
          "The query parameter base must be an absolute http or https URL without user name, query"
              + " and fragment, or a path such as ~/assets/.");
    }
    return base;
  }

  /** Returns the debug ID; null if the parameter is absent. */
  public @Nullable String debugId() {
    String text = text("debugId");
    String id = text == null ? null : DebugId.canonical(text);
    if (text != null && id == null) {
      throw bad("The query parameter debugId must be a UUID.");
    }
    return id;
  }

  UploadOptions options() {
    return new UploadOptions(text("release"), text("dist"), isTrue("dryRun"), isTrue("strict"));
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(Problem.ProblemKind.BAD_PARAMETER, detail));
  }
}
