package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchConfig.OriginConfig;
import dev.symbolicator.memory.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the operator grants to fetches, as one text: whom they may ask, where, on whose word, over
 * which proxy, and which headers an origin is sent. Whoever keeps what was fetched can tell by it
 * whether that would be fetched now.
 *
 * <p>The order in which origins, ports and paths are listed is no part of it, nor are the names of
 * the groups of {@code symbolicator.fetch.origin}, nor any header's value, which is a secret.
 */
public final class FetchGrants {
  /** To be raised with a release whose {@link FetchPolicy} refuses more under the same settings. */
  private static final int POLICY = 1;

  private final StringBuilder text = new StringBuilder();

  private FetchGrants(FetchConfig config) {
    add("policy", POLICY);
    add("allowed-origins", sorted(config.allowedOrigins()));
    add("allow-private-addresses", config.allowPrivateAddresses());
    add("allowed-ports", new TreeSet<>(config.allowedPorts()));
    add("script-paths", sorted(config.scriptPaths()));
    add("ca-file", config.caFile());
    add("proxy", config.proxy());
    add("proxy-except", sorted(config.proxyExcept().orElse(List.of())));
    Map<String, OriginConfig> byOrigin = new TreeMap<>();
    config.origin().values().forEach(origin -> byOrigin.put(origin.url().strip(), origin));
    byOrigin.forEach(
        (url, origin) -> {
          add("origin", url);
          add("scripts-from", sorted(origin.scriptsFrom()));
          add("headers", OriginHeaders.names(origin));
        });
  }

  /** The SHA-256 of what a configuration grants, which is the same if and only if that is. */
  public static String digest(FetchConfig config) {
    return Sha256.of(new FetchGrants(config).text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> sorted(Collection<String> values) {
    return values.stream().map(String::strip).distinct().sorted().toList();
  }

  private void add(String key, Optional<String> value) {
    add(key, value.map(List::of).orElse(List.of()));
  }

  private void add(String key, Object value) {
    add(key, List.of(value));
  }

  /** With lengths and counts, so that no two grants can be written alike. */
  private void add(String key, Collection<?> values) {
    text.append(key).append(' ').append(values.size()).append('\n');
    for (Object value : values) {
      String written = value.toString();
      text.append(written.length()).append(' ').append(written).append('\n');
    }
  }
}
