package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.mounted.MountedMaps.MountedConfig;
import dev.symbolicator.maps.mounted.MountedMaps.MountedConfig.MountedRule;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Leads from a stranger's URL to a file: only plain names below the rule's location, none empty,
 * {@code .} or {@code ..}, without backslash and control characters.
 */
final class MountedRules {
  private static final String RELEASE = "{release}";
  private static final String BUCKET = "s3://";

  /** The release in a bucket's name would let profiles choose the bucket. */
  private static final Pattern BUCKET_LOCATION = Pattern.compile("s3://[A-Za-z0-9._-]+/");

  private final List<Map.Entry<String, MountedRule>> longestFirst;

  MountedRules(MountedConfig config) {
    config.rules().forEach(MountedRules::check);
    longestFirst =
        config.rules().entrySet().stream()
            .sorted(
                Comparator.comparing(
                    (Map.Entry<String, MountedRule> rule) -> -rule.getValue().url().length()))
            .toList();
  }

  private static void check(String name, MountedRule rule) {
    WebUrl url = WebUrl.parse(rule.url());
    if (url == null || !url.href().equals(rule.url()) || !rule.url().endsWith("/")) {
      throw new ConfigurationException(
          "symbolicator.maps.mounted.%s.url is %s. Write a whole URL that ends with a slash, such as https://cdn.example.com/assets/."
              .formatted(name, rule.url()));
    }
    if (!rule.location().endsWith("/")) {
      throw new ConfigurationException(
          "symbolicator.maps.mounted.%s.location is %s. End it with a slash."
              .formatted(name, rule.location()));
    }
    if (rule.location().startsWith(BUCKET)
        && !BUCKET_LOCATION.matcher(rule.location()).lookingAt()) {
      throw new ConfigurationException(
          "symbolicator.maps.mounted.%s.location is %s. Name a bucket, such as s3://bucket/folder/."
              .formatted(name, rule.location()));
    }
  }

  /** A file below a rule's location, in which the release has its place. */
  record MountedPath(String rule, String urlPrefix, String location, String path) {
    String bucket() {
      return location.substring(BUCKET.length(), location.indexOf('/', BUCKET.length()));
    }

    String bucketKey() {
      return location.substring(location.indexOf('/', BUCKET.length()) + 1) + path;
    }

    /** Returns the path of the file at another URL, if the rule covers it too; null if not. */
    @Nullable MountedPath sibling(WebUrl url) {
      String path = pathBelow(urlPrefix, url);
      return path == null ? null : new MountedPath(rule, urlPrefix, location, path);
    }

    /** Returns the path of the script's map if no comment says another. */
    MountedPath withMapEnding() {
      return new MountedPath(rule, urlPrefix, location, path + ".map");
    }
  }

  boolean hasRules(boolean isBucket) {
    return longestFirst.stream()
        .anyMatch(rule -> rule.getValue().location().startsWith(BUCKET) == isBucket);
  }

  /** Finds a script's file; null if no rule fits, or none that names the release if needed. */
  @Nullable MountedPath find(ScriptRef ref, boolean isBucket, boolean isReleaseNeeded) {
    for (Map.Entry<String, MountedRule> entry : longestFirst) {
      MountedRule rule = entry.getValue();
      boolean hasRelease = rule.location().contains(RELEASE);
      if (rule.location().startsWith(BUCKET) != isBucket
          || !rule.scope().equals(ref.scope())
          || (isReleaseNeeded && !hasRelease)) {
        continue;
      }
      String location = hasRelease ? released(rule.location(), ref.release()) : rule.location();
      String path = location == null ? null : pathBelow(rule.url(), ref.url());
      if (location != null && path != null) {
        return new MountedPath(entry.getKey(), rule.url(), location, path);
      }
    }
    return null;
  }

  private static @Nullable String released(String location, @Nullable String release) {
    return release == null || !isName(release) || release.indexOf('/') >= 0
        ? null
        : location.replace(RELEASE, release);
  }

  private static @Nullable String pathBelow(String prefix, WebUrl url) {
    String href = url.redacted();
    if (!href.startsWith(prefix)) {
      return null;
    }
    String[] names = href.substring(prefix.length()).split("/", -1);
    for (int i = 0; i < names.length; i++) {
      String name = decoded(names[i]);
      if (name == null || !isName(name)) {
        return null;
      }
      names[i] = name;
    }
    return String.join("/", names);
  }

  private static @Nullable String decoded(String name) {
    try {
      // The decoder would read a plus sign as a space, which is a rule of forms only.
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.chars()
            .noneMatch(unit -> unit < ' ' || unit == '/' || unit == '\\' || unit == 0x7f);
  }
}
