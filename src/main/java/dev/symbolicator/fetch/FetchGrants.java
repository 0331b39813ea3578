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
 * Writes the grants to fetches as one text, by which a cache tells whether a stored file would be
 * fetched now: origins, addresses, ports, paths, whose files, proxy and headers, whose secret
 * values are left out. Order and names of groups do not matter.
 */
public final class FetchGrants {
  /** Raise this in a release whose {@link FetchPolicy} refuses more under the same settings. */
  private static final int POLICY = 2;

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
          add("scripts-from", sorted(origin.scriptsFrom().orElse(List.of())));
          add("headers", OriginHeaders.names(origin));
        });
  }

  /** Returns the SHA-256 of a configuration's grants; equal digests mean equal grants. */
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

  /** Adds values with lengths and counts, so that different grants are never written alike. */
  private void add(String key, Collection<?> values) {
    text.append(key).append(' ').append(values.size()).append('\n');
    for (Object value : values) {
      String written = value.toString();
      text.append(written.length()).append(' ').append(written).append('\n');
    }
  }
}
