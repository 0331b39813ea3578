package dev.symbolicator.access;

import io.quarkus.runtime.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/**
 * Knows the configured tokens by their hashes. The values themselves are not kept. A scope may have
 * several tokens, so that one can replace another without a gap.
 */
@Startup
@Singleton
public final class AccessTokens {
  private static final String KEY = "symbolicator.access.tokens.";
  private static final Pattern SCOPE = Pattern.compile("[a-z0-9-]+");

  private final List<AccessToken> tokens = new ArrayList<>();

  /**
   * Reads the configuration, and every file once.
   *
   * @param keys all keys that are set
   * @throws IllegalArgumentException if a token cannot be used, or a key is unknown; the message
   *     names the key, and does not show its value
   */
  @Inject
  public AccessTokens(AccessConfig config, Config keys) {
    this(config, AccessLimits.DEFAULT);
    AccessKeys.check(keys.getPropertyNames(), config.tokens().keySet());
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
    if (!SCOPE.matcher(scope).matches() || scope.length() > limits.scopeLength()) {
      throw new IllegalArgumentException(
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
      throw new IllegalArgumentException(
          group + ": the token " + other.token() + " has an equal value. Give each its own.");
    }
    tokens.add(new AccessToken(hash, caller));
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

  /**
   * Returns the caller that a token stands for; null if no such token is configured. The time that
   * this takes tells nothing of the configured values.
   */
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
}
