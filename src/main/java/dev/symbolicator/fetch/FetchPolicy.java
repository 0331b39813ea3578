package dev.symbolicator.fetch;

import dev.symbolicator.fetch.AllowedOrigins.Reach;
import dev.symbolicator.fetch.FetchFailure.Blocked;
import dev.symbolicator.fetch.FetchFailure.BlockedBy;
import dev.symbolicator.url.WebUrl;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What may be asked, decided for each hop from its URL and then from the addresses of its host. */
final class FetchPolicy {
  private final AllowedOrigins origins;
  private final Set<Integer> commonPorts;
  private final ForwardProxy proxy;
  private final ScriptPaths scriptPaths;
  private final boolean allowPrivateAddresses;
  private final int maxUrlLength;

  FetchPolicy(FetchConfig config, ForwardProxy proxy) {
    origins = new AllowedOrigins("symbolicator.fetch.allowed-origins", config.allowedOrigins());
    commonPorts = Set.copyOf(config.allowedPorts());
    this.proxy = proxy;
    scriptPaths = new ScriptPaths(config.scriptPaths());
    allowPrivateAddresses = config.allowPrivateAddresses();
    maxUrlLength = config.maxUrlLength();
  }

  /** Null if the URL may be asked, as far as can be told without resolving its host. */
  @Nullable FetchFailure refuse(WebUrl url, FetchRequest.Kind kind) {
    if (url.href().length() > maxUrlLength) {
      return new FetchFailure.TooLong(maxUrlLength);
    }
    if (!url.isHttp()) {
      return new FetchFailure.Unsupported("Only http and https URLs are fetched.");
    }
    if (url.hasCredentials()) {
      return new Blocked(BlockedBy.CREDENTIALS, "The URL has a user name or a password.");
    }
    Blocked blocked = blocked(url);
    if (blocked != null) {
      return blocked;
    }
    if (kind != FetchRequest.Kind.SOURCE_MAP && !scriptPaths.contain(url.path())) {
      return new FetchFailure.NotAScript(
          "The path does not look like a script's: symbolicator.fetch.script-paths.");
    }
    return null;
  }

  private @Nullable Blocked blocked(WebUrl url) {
    Reach reach = origins.reach(url);
    if (reach == Reach.NOTHING) {
      return new Blocked(
          BlockedBy.ORIGIN, "The origin is not among symbolicator.fetch.allowed-origins.");
    }
    if (reach == Reach.PUBLIC_ADDRESSES_AT_COMMON_PORTS
        && !allowPrivateAddresses
        && !commonPorts.contains(url.port())) {
      return new Blocked(
          BlockedBy.PORT,
          "The port is not among symbolicator.fetch.allowed-ports. An origin that is written out in"
              + " symbolicator.fetch.allowed-origins is asked at its own.");
    }
    if (url.scheme().equals("http") && proxy.serves(url)) {
      return new Blocked(
          BlockedBy.PROXY,
          "Over symbolicator.fetch.proxy only https is fetched. An http origin that can be reached"
              + " without it may be listed in symbolicator.fetch.proxy-except.");
    }
    return null;
  }

  /** Whether the configuration allows anything at this origin. */
  boolean allows(WebUrl origin) {
    return blocked(origin) == null;
  }

  /** Null if every address of the URL's host may be connected to. */
  @Nullable FetchFailure refuse(WebUrl url, List<InetAddress> addresses) {
    boolean privateToo = allowPrivateAddresses || origins.reach(url) == Reach.PRIVATE_ADDRESSES_TOO;
    for (InetAddress address : addresses) {
      AddressClass addressClass = SpecialPurposeAddresses.classify(address.getAddress());
      if (addressClass == AddressClass.NEVER) {
        return new Blocked(
            BlockedBy.ADDRESS, "The host has a reserved address, which is never asked.");
      }
      if (addressClass == AddressClass.PRIVATE && !privateToo) {
        return new Blocked(
            BlockedBy.ADDRESS,
            "The host has a private address. An origin that is written out in"
                + " symbolicator.fetch.allowed-origins may have one.");
      }
    }
    return null;
  }
}
