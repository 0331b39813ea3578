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
      Map.of("symbolicator.http.max-bytes-in-flight", "symbolicator.memory.max-bytes-in-flight");

  /** The prefix of a variable that counts only in one profile. */
  private static final Pattern PROFILE = Pattern.compile("^_[A-Z0-9]+_(?=SYMBOLICATOR_)");

  /** Advice to the operator for each removed key, by the key's {@link #comparable} form. */
  private static final Map<String, String> ADVICE = advice();

  private static Map<String, String> advice() {
    Map<String, String> advice = new HashMap<>();
    removed()
        .forEach(
            key -> advice.put(comparable(key), "was removed: the limit is fixed now. Unset it."));
    RENAMED.forEach(
        (old, now) -> advice.put(comparable(old), "was renamed. Set " + now + " instead."));
    return advice;
  }

  private static Stream<String> removed() {
    return FIXED.entrySet().stream()
        .flatMap(group -> group.getValue().stream().map(key -> group.getKey() + key));
  }

  /** Returns a key as an environment variable spells it, without a profile. */
  private static String comparable(String name) {
    String variable = name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    return PROFILE.matcher(variable).replaceFirst("");
  }

  @Override
  public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    return context.proceed(name);
  }

  /**
   * Passes all names on.
   *
   * @throws ConfigValidationException if some are removed keys; the message names each. Quarkus
   *     prints the message of such an exception alone, without a stack trace
   */
  @Override
  public Iterator<String> iterateNames(ConfigSourceInterceptorContext context) {
    Set<String> names = new LinkedHashSet<>();
    context.iterateNames().forEachRemaining(names::add);
    Problem[] problems =
        names.stream()
            .filter(name -> ADVICE.containsKey(comparable(name)))
            .map(name -> new Problem(name + " " + ADVICE.get(comparable(name))))
            .toArray(Problem[]::new);
    if (problems.length > 0) {
      throw new ConfigValidationException(problems);
    }
    return names.iterator();
  }

  /** Returns the removed keys, for the test that the CHANGELOG names each. */
  public static List<String> all() {
    return Stream.concat(removed(), RENAMED.keySet().stream()).sorted().toList();
  }
}
