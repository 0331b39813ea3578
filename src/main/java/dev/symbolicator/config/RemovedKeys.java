package dev.symbolicator.config;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValidationException.Problem;
import io.smallrye.config.ConfigValue;
import java.io.Serial;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stops the start if a removed configuration key is set, in a file, as a system property or as an
 * environment variable. An operator who set a limit must not believe that the limit still holds.
 */
public final class RemovedKeys implements ConfigSourceInterceptor {
  @Serial private static final long serialVersionUID = 1;

  /** Keys whose limits are fixed now, by their former prefix. */
  private static final Map<String, List<String>> FIXED =
      Map.of(
          "symbolicator.fetch.",
          List.of(
              "max-url-length",
              "max-redirects",
              "decoders",
              "max-source-size",
              "max-header-size",
              "connect-timeout",
              "max-addresses",
              "max-queued",
              "max-host-names",
              "retry-delay",
              "breaker-failures",
              "breaker-pause",
              "breaker-max-origins"),
          "symbolicator.cache.",
          List.of(
              "max-disk-files",
              "disk-pause",
              "store-threads",
              "max-reading-size",
              "max-loading-size",
              "immutable-fresh",
              "max-misses",
              "max-misses-size",
              "max-lasting-misses",
              "max-waiting",
              "max-wait",
              "max-name-length",
              "redis.pause",
              "redis.max-connections",
              "redis.max-waiting",
              "redis.max-value-size",
              "redis.lease"),
          "symbolicator.sources.",
          List.of("max-count", "max-pending-per-origin", "timeout", "max-size"),
          "symbolicator.symbolication.",
          List.of("max-nesting", "max-frames", "max-resources", "max-string-length"),
          "symbolicator.http.",
          List.of("max-pipelined", "decoders", "max-warm-scripts"));

  /** Keys that have another name now, each with that name. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "symbolicator.http.max-bytes-in-flight",
          "symbolicator.memory.max-bytes-in-flight",
          "symbolicator.demo.enabled",
          "symbolicator.web.enabled");

  // Both patterns stand before the messages, which are made with them.
  private static final Pattern NOT_IN_VARIABLES = Pattern.compile("[^A-Za-z0-9]");

  /** The prefix of a variable that counts only in one profile or in several. */
  private static final Pattern PROFILE = Pattern.compile("^_.*_(?=SYMBOLICATOR_)");

  /** A message for each removed key, by the environment variable of the key. */
  private static final Map<String, String> MESSAGES = messages();

  private static Map<String, String> messages() {
    Map<String, String> messages = new HashMap<>();
    fixed()
        .forEach(key -> add(messages, key, "was removed: the limit is fixed now. Unset the key."));
    RENAMED.forEach((key, now) -> add(messages, key, "was renamed. Set " + now + " instead."));
    return messages;
  }

  private static void add(Map<String, String> messages, String key, String advice) {
    String variable = variable(key);
    messages.put(variable, key + " (" + variable + ") " + advice);
  }

  private static Stream<String> fixed() {
    return FIXED.entrySet().stream()
        .flatMap(group -> group.getValue().stream().map(key -> group.getKey() + key));
  }

  /** Returns a key as an environment variable spells the key, without a profile. */
  private static String variable(String name) {
    String variable = NOT_IN_VARIABLES.matcher(name).replaceAll("_").toUpperCase(Locale.ROOT);
    return PROFILE.matcher(variable).replaceFirst("");
  }

  @Override
  public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    return context.proceed(name);
  }

  /**
   * Passes all names on.
   *
   * @throws ConfigValidationException if some are removed keys, in any profile and spelling. The
   *     message names each key once. Quarkus prints the message of such an exception alone, without
   *     a stack trace
   */
  @Override
  public Iterator<String> iterateNames(ConfigSourceInterceptorContext context) {
    Set<String> names = new LinkedHashSet<>();
    context.iterateNames().forEachRemaining(names::add);
    Problem[] problems =
        names.stream()
            .flatMap(name -> Stream.ofNullable(MESSAGES.get(variable(name))))
            .distinct() // a variable comes under its own name and as a key
            .sorted()
            .map(Problem::new)
            .toArray(Problem[]::new);
    if (problems.length > 0) {
      throw new ConfigValidationException(problems);
    }
    return names.iterator();
  }

  /** Returns the removed keys, for the tests that each stops the start and is in the CHANGELOG. */
  public static List<String> all() {
    return Stream.concat(fixed(), RENAMED.keySet().stream()).sorted().toList();
  }
}
