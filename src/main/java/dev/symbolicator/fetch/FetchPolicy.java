package dev.symbolicator.fetch;

import dev.symbolicator.fetch.AllowedOrigins.Reach;
import dev.symbolicator.fetch.AllowedOrigins.ScriptPaths;
import dev.symbolicator.fetch.AllowedOrigins.TrustedScripts;
import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.SpecialPurposeAddresses.AddressClass;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.net.ProxyOptions;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Decides whether a hop may be requested: by its URL, then by the addresses of its host. */
final class FetchPolicy {
  private static final String NAMED_BY_UNLISTED =
      " the file that led to it is of another origin, which is not in this one's"
          + " symbolicator.fetch.origin.*.scripts-from.";

  private static final String RESERVED = "The host has a reserved address, which is never asked.";

  private static final String NOT_PUBLIC =
      "The host is unknown here, or not all of its addresses are public. An origin that is written"
          + " out in symbolicator.fetch.allowed-origins may have a private address, unless"
          + NAMED_BY_UNLISTED;

  private final AllowedOrigins origins;
  private final TrustedScripts trusted;
  private final Set<Integer> commonPorts;
  private final ForwardProxy proxy;
  private final ScriptPaths scriptPaths;
  private final boolean allowPrivateAddresses;
  private final int maxUrlLength;
  private final Predicate<WebUrl> ownFiles;

  FetchPolicy(FetchConfig config, FetchLimits limits, ForwardProxy proxy) {
    this(config, limits, proxy, url -> false);
  }

  /** Makes a policy, which also allows the service's own files at its own address. */
  FetchPolicy(
      FetchConfig config, FetchLimits limits, ForwardProxy proxy, Predicate<WebUrl> ownFiles) {
    this.ownFiles = ownFiles;
    origins = new AllowedOrigins("symbolicator.fetch.allowed-origins", config.allowedOrigins());
    trusted = new TrustedScripts(config.origin());
    commonPorts = Set.copyOf(config.allowedPorts());
    this.proxy = proxy;
    scriptPaths = new ScriptPaths(config.scriptPaths());
    allowPrivateAddresses = config.allowPrivateAddresses();
    maxUrlLength = limits.urlLength();
  }

  /** Why a URL may not be asked; null if only addresses are left. Redirects name URLs too. */
  @Nullable FetchFailure refuse(WebUrl url, FetchRequest.FileKind kind, List<WebUrl> namedBy) {
    if (url.href().length() > maxUrlLength) {
      return new FetchFailure(
          Kind.TOO_LONG,
          "The URL is longer than " + maxUrlLength + " characters, so nothing is fetched.");
    }
    if (!url.isHttp()) {
      return new FetchFailure(
          FetchFailure.Kind.UNSUPPORTED, "Only http and https URLs are fetched.");
    }
    if (url.hasCredentials()) {
      return new FetchFailure(Kind.CREDENTIALS, "The URL has a user name or a password.");
    }
    FetchFailure blocked = blocked(url, reach(url, namedBy));
    if (blocked != null) {
      return blocked;
    }
    if (kind == FetchRequest.FileKind.SOURCE && !isSourceAt(url, namedBy)) {
      return new FetchFailure(
          Kind.SOURCE_ORIGIN,
          "The source is neither at its script's or map's origin nor at one whose"
              + " symbolicator.fetch.origin.*.scripts-from has these origins.");
    }
    if (kind != FetchRequest.FileKind.SOURCE_MAP && !scriptPaths.contain(url.path())) {
      return new FetchFailure(
          FetchFailure.Kind.NOT_A_SCRIPT,
          "The path does not look like a script's: symbolicator.fetch.script-paths.");
    }
    return null;
  }

  private boolean isSourceAt(WebUrl url, List<WebUrl> namedBy) {
    return namedBy.stream().anyMatch(file -> file.origin().equals(url.origin()))
        || trusted.mayName(url, namedBy);
  }

  /** Returns how far files reach: without grants as far as a star, as if unlisted. */
  private Reach reach(WebUrl url, List<WebUrl> namedBy) {
    if (ownFiles.test(url)) {
      return Reach.PRIVATE_ADDRESSES_TOO;
    }
    return trusted.mayName(url, namedBy) ? origins.reach(url) : origins.reachOfAll();
  }

  private @Nullable FetchFailure blocked(WebUrl url, Reach reach) {
    if (reach == Reach.NOTHING) {
      return new FetchFailure(
          Kind.ORIGIN,
          "The origin is not among symbolicator.fetch.allowed-origins, or" + NAMED_BY_UNLISTED);
    }
    if (reach == Reach.PUBLIC_ADDRESSES_AT_COMMON_PORTS
        && !allowPrivateAddresses
        && !commonPorts.contains(url.port())) {
      return new FetchFailure(
          Kind.PORT,
          "The port is not among symbolicator.fetch.allowed-ports. An origin that is written out in"
              + " symbolicator.fetch.allowed-origins is asked at its own port, unless"
              + NAMED_BY_UNLISTED);
    }
    if (url.scheme().equals("http") && proxy.serves(url)) {
      return new FetchFailure(
          Kind.PROXY,
          "Only https is fetched through symbolicator.fetch.proxy. List an http origin that can be"
              + " reached without the proxy in symbolicator.fetch.proxy-except.");
    }
    return null;
  }

  /** Tells whether the configuration allows any request to this origin. */
  boolean allows(WebUrl origin) {
    return blocked(origin, origins.reach(origin)) == null;
  }

  /** Tells whether the operator has named the origin, other than by a star for all. */
  boolean isOwn(WebUrl origin) {
    Reach reach = origins.reach(origin);
    return reach == Reach.PUBLIC_ADDRESSES
        || reach == Reach.PRIVATE_ADDRESSES_TOO
        || trusted.lists(origin);
  }

  /** Tells whether a request that these files led to may carry the origin's configured headers. */
  boolean allowsHeaders(WebUrl url, List<WebUrl> namedBy) {
    return trusted.mayName(url, namedBy);
  }

  /**
   * Null if all addresses may be connected to, of which an unknown host has none. Where nothing
   * private is granted, every refused host has the same failure, so the caller learns neither names
   * of the private network, nor their kinds of address, nor which are listed.
   */
  @Nullable FetchFailure refuse(WebUrl url, List<InetAddress> addresses, List<WebUrl> namedBy) {
    boolean privateToo =
        allowPrivateAddresses || reach(url, namedBy) == Reach.PRIVATE_ADDRESSES_TOO;
    FetchFailure notPublic = new FetchFailure(Kind.ADDRESS, NOT_PUBLIC);
    if (addresses.isEmpty()) {
      return privateToo
          ? new FetchFailure(FetchFailure.Kind.UNREACHABLE_FOR_GOOD, "The host has no address.")
          : notPublic;
    }
    for (InetAddress address : addresses) {
      AddressClass addressClass = SpecialPurposeAddresses.classify(address.getAddress());
      boolean open =
          addressClass == AddressClass.PUBLIC
              || (addressClass == AddressClass.PRIVATE && privateToo);
      if (!open) {
        return privateToo ? new FetchFailure(Kind.ADDRESS, RESERVED) : notPublic;
      }
    }
    return null;
  }

  /**
   * The operator's HTTP proxy, asked to CONNECT (RFC 9110, section 9.3.6) to a checked address,
   * never a name: it resolves nothing, and TLS runs end to end. Plain http would send the name.
   */
  static final class ForwardProxy {
    private static final String KEY = "symbolicator.fetch.proxy";

    private final @Nullable ProxyOptions options;
    private final AllowedOrigins except;

    /** Reads the configuration; {@link ConfigurationException} names the key. */
    ForwardProxy(FetchConfig config, FetchLimits limits) {
      except = new AllowedOrigins(KEY + "-except", config.proxyExcept().orElse(List.of()));
      options = config.proxy().map(url -> options(url, config, limits)).orElse(null);
      if (config.proxyUsername().isPresent() != config.proxyPassword().isPresent()) {
        throw new ConfigurationException(
            KEY + "-username and " + KEY + "-password: set both or neither.");
      }
    }

    private static ProxyOptions options(String text, FetchConfig config, FetchLimits limits) {
      WebUrl url = WebUrl.parse(text.strip());
      String host = url == null ? null : url.host();
      if (url == null
          || host == null
          || !url.scheme().equals("http")
          || !url.href().equals(url.origin() + "/")) {
        throw new ConfigurationException(
            KEY
                + ": this is not a proxy's URL. Write http://host:port, and the credentials as "
                + KEY
                + "-username and "
                + KEY
                + "-password.");
      }
      ProxyOptions options =
          new ProxyOptions()
              .setHost(host.startsWith("[") ? host.substring(1, host.length() - 1) : host)
              .setPort(url.port())
              .setConnectTimeout(limits.connectTimeout());
      config.proxyUsername().ifPresent(options::setUsername);
      config.proxyPassword().ifPresent(options::setPassword);
      return options;
    }

    boolean serves(WebUrl url) {
      return options != null && except.reach(url) == Reach.NOTHING;
    }

    /** Returns the proxy for this URL; null if the URL is requested without one. */
    @Nullable ProxyOptions of(WebUrl url) {
      return serves(url) ? options : null;
    }
  }
}
