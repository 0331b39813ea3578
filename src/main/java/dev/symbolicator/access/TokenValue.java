package dev.symbolicator.access;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the value of a configured token. Messages name the key, and show neither value nor file.
 */
final class TokenValue {
  private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]*");
  private static final int LINE_BREAK = 2;

  private TokenValue() {}

  /**
   * Reads a value from the configuration or from its file.
   *
   * @param group the key of the token's group
   * @throws IllegalArgumentException if there is no value, or none that can be used
   */
  static String read(String group, AccessConfig.TokenConfig token, AccessLimits limits) {
    Optional<String> value = token.value();
    Optional<String> file = token.valueFile();
    if (value.isPresent() == file.isPresent()) {
      throw new IllegalArgumentException(
          group
              + (value.isPresent()
                  ? ".value and .value-file are both set. Set one of them."
                  : ".value is missing or empty. Set it to the token, or set .value-file to a file"
                      + " that holds the token."));
    }
    return value.isPresent()
        ? checked(group + ".value", value.get(), limits)
        : checked(
            group + ".value-file", contents(group + ".value-file", file.get(), limits), limits);
  }

  private static String contents(String key, String file, AccessLimits limits) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      byte[] bytes = in.readNBytes(limits.longestToken() + LINE_BREAK + 1);
      return new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\r?\\n\\z", "");
    } catch (IOException | InvalidPathException unreadable) {
      throw new IllegalArgumentException(
          key + ": the file cannot be read. Check that it exists and that the service may read it.",
          null);
    }
  }

  private static String checked(String key, String value, AccessLimits limits) {
    if (value.length() < limits.shortestToken() || value.length() > limits.longestToken()) {
      throw new IllegalArgumentException(
          "%s: the token has %s characters than %d. Make one with: openssl rand -hex 32"
              .formatted(
                  key,
                  value.length() < limits.shortestToken() ? "fewer" : "more",
                  value.length() < limits.shortestToken()
                      ? limits.shortestToken()
                      : limits.longestToken()));
    }
    if (!VISIBLE_ASCII.matcher(value).matches()) {
      throw new IllegalArgumentException(
          key
              + ": the token cannot be sent in a header. Write one line of visible ASCII characters"
              + " without spaces.");
    }
    return value;
  }
}
