package dev.symbolicator.config;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stops the start where a removed configuration key is set, in a file, as a system property or as
 * an environment variable. An operator who set a limit must not believe that it holds.
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

  /** Keys that have another name now. */
  private static final Map<String, String> RENAMED =
      Map.of("symbolicator.http.max-bytes-in-flight", "symbolicator.memory.max-bytes-in-flight");

  private static final Map<String, String> MESSAGES = messages();

  private static Map<String, String> messages() {
    Map<String, String> messages = new TreeMap<>();
    FIXED.forEach(
        (prefix, keys) ->
            keys.forEach(
                key ->
                    add(
                        messages,
                        prefix + key,
                        " was removed: the limit is fixed now. Unset it.")));
    RENAMED.forEach((old, now) -> add(messages, old, " was renamed. Set " + now + " instead."));
    return messages;
  }

  private static void add(Map<String, String> messages, String key, String what) {
    messages.put(key, key + what);
    messages.put(variable(key), variable(key) + what);
  }

  /** Returns a key as an environment variable spells it. */
  private static String variable(String key) {
    return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }

  @Override
  public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    return context.proceed(name);
  }

  /**
   * Passes all names on.
   *
   * @throws IllegalArgumentException if one of them is a removed key
   */
  @Override
  public Iterator<String> iterateNames(ConfigSourceInterceptorContext context) {
    List<String> names = new ArrayList<>();
    context.iterateNames().forEachRemaining(names::add);
    for (String name : names) {
      String message = MESSAGES.get(name);
      if (message != null) {
        throw new IllegalArgumentException(message);
      }
    }
    return names.iterator();
  }

  /** Returns the removed keys, for the test that the CHANGELOG names each. */
  public static List<String> all() {
    return MESSAGES.keySet().stream().filter(key -> key.startsWith("symbolicator.")).toList();
  }
}
