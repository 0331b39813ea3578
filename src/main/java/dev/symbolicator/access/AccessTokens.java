package dev.symbolicator.access;

import dev.symbolicator.access.AccessTokens.AccessConfig;
import dev.symbolicator.access.AccessTokens.AccessLimits;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Knows the tokens by their hashes. A scope may have several, so one can replace another. */
@Startup
@Singleton
public final class AccessTokens {
  private static final String KEY = "symbolicator.access.tokens.";
  private static final Pattern SCOPE = Pattern.compile("[a-z0-9-]+");

  private final List<AccessToken> tokens = new ArrayList<>();

  /** Reads configuration and files once. {@link ConfigurationException} names a bad key. */
  @Inject
  public AccessTokens(AccessConfig config) {
    this(config, AccessLimits.DEFAULT);
  }

  AccessTokens(AccessConfig config, AccessLimits limits) {
    new TreeMap<>(config.tokens()).forEach((name, token) -> add(name, token, limits));
  }

  private static final class AccessToken {
    private final byte[] hash;
    private final Caller caller;

    private AccessToken(byte[] hash, Caller caller) {
      this.hash = hash;
      this.caller = caller;
    }

    @Override
    public String toString() {
      return caller.token();
    }
  }

  private void add(String name, AccessConfig.TokenConfig configured, AccessLimits limits) {
    String group = KEY + name;
    String scope = configured.scope();
    if (!isScope(scope)) {
      throw new ConfigurationException(
          group
              + ".scope: write lower-case letters, digits and hyphens, at most "
              + limits.scopeLength()
              + ".");
    }
    Caller caller =
        new Caller(
            scope,
            name,
            configured.rights(),
            ScriptPrefixes.parse(group + ".prefixes", configured.prefixes()));
    byte[] hash = hash(TokenValue.read(group, configured, limits));
    Caller other = find(hash);
    if (other != null) {
      throw new ConfigurationException(
          group + ": the token " + other.token() + " has an equal value. Give each its own.");
    }
    tokens.add(new AccessToken(hash, caller));
  }

  /** Tells whether a text can be the name of a scope. */
  public static boolean isScope(String text) {
    return SCOPE.matcher(text).matches() && text.length() <= AccessLimits.DEFAULT.scopeLength();
  }

  /** Tells whether no token is configured. Then anybody may read, and nobody may upload. */
  public boolean areNone() {
    return tokens.isEmpty();
  }

  /** Returns the scopes of all tokens, in the order of their names. */
  public Set<String> scopes() {
    Set<String> scopes = new TreeSet<>();
    tokens.forEach(token -> scopes.add(token.caller.scope()));
    return scopes;
  }

  /** Returns a token's caller; null if unknown. The time that it takes tells nothing of values. */
  public @Nullable Caller find(String value) {
    return find(hash(value));
  }

  private @Nullable Caller find(byte[] hash) {
    Caller found = null;
    for (AccessToken token : tokens) {
      if (MessageDigest.isEqual(token.hash, hash)) {
        found = token.caller;
      }
    }
    return found;
  }

  private static byte[] hash(String value) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new LinkageError("every JVM has SHA-256", impossible);
    }
  }

  /** Returns the names of the tokens, and nothing of their values. */
  @Override
  public String toString() {
    return "AccessTokens" + tokens;
  }

  @ConfigMapping(prefix = "symbolicator.access")
  public interface AccessConfig {

    /** Returns the tokens, by names that the operator chooses. */
    Map<String, TokenConfig> tokens();

    /** Configures one token. Lists are never empty: an empty variable must not mean all. */
    interface TokenConfig {
      /** Returns the token itself. Exactly one of this and {@link #valueFile} is set. */
      Optional<String> value();

      /** Returns a file that holds the token, read at the start. */
      Optional<String> valueFile();

      /** Returns the tenant: lower-case letters, digits and hyphens. */
      @WithDefault("default")
      String scope();

      @WithDefault("upload,read")
      Set<Right> rights();

      /** Returns URLs with which scripts must begin, with a slash at the end; {@code *} is any. */
      @WithDefault("*")
      List<String> prefixes();
    }
  }

  /** The fixed lengths. A shorter token could be guessed, a longer one would not fit headers. */
  public record AccessLimits(int shortestToken, int longestToken, int scopeLength) {

    public static final AccessLimits DEFAULT = new AccessLimits(16, 1024, 64);
  }

  /** Reads URL prefixes. Each ends with a slash: {@code /a/} allows nothing below {@code /ab/}. */
  static final class ScriptPrefixes {
    private static final String ANY = "*";

    private ScriptPrefixes() {}

    /**
     * As browsers write URLs, empty for any; {@link ConfigurationException} names key and entry.
     */
    static List<String> parse(String key, List<String> configured) {
      List<String> entries = configured.stream().map(String::strip).toList();
      if (entries.equals(List.of(ANY))) {
        return List.of();
      }
      return entries.stream().map(entry -> parse(key, entry)).distinct().toList();
    }

    private static String parse(String key, String entry) {
      WebUrl url = WebUrl.parse(entry);
      if (url == null
          || !url.isHttp()
          || url.hasCredentials()
          || !url.href().equals(url.origin() + url.path())
          || !url.path().endsWith("/")) {
        throw new ConfigurationException(
            "%s: \"%s\" is no prefix of scripts' URLs. Write https://cdn.example.com/assets/, with a"
                    .formatted(key, entry.substring(entry.lastIndexOf('@') + 1))
                + " slash at its end, or only * for any script.");
      }
      return url.href();
    }
  }

  /** Reads a token's value. Messages name the key, and show neither value nor file. */
  static final class TokenValue {
    private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]*");
    private static final int LINE_BREAK = 2;

    private TokenValue() {}

    /** Reads a value from the configuration or its file; throws if none can be used. */
    static String read(String group, AccessConfig.TokenConfig token, AccessLimits limits) {
      Optional<String> value = token.value();
      Optional<String> file = token.valueFile();
      if (value.isPresent() == file.isPresent()) {
        throw new ConfigurationException(
            group
                + (value.isPresent()
                    ? ".value and .value-file are both set. Set one of them."
                    : ".value is missing or empty. Set it to the token, or set .value-file to a"
                        + " file that holds the token."));
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
        throw new ConfigurationException(
            key
                + ": the file cannot be read. Check that it exists and that the service may read"
                + " it.",
            (Throwable) null);
      }
    }

    private static String checked(String key, String value, AccessLimits limits) {
      if (value.length() < limits.shortestToken() || value.length() > limits.longestToken()) {
        throw new ConfigurationException(
            "%s: the token has %s characters than %d. Make one with: openssl rand -hex 32"
                .formatted(
                    key,
                    value.length() < limits.shortestToken() ? "fewer" : "more",
                    value.length() < limits.shortestToken()
                        ? limits.shortestToken()
                        : limits.longestToken()));
      }
      if (!VISIBLE_ASCII.matcher(value).matches()) {
        throw new ConfigurationException(
            key
                + ": the token cannot be sent in a header. Write one line of visible ASCII"
                + " characters without spaces.");
      }
      return value;
    }
  }
}
