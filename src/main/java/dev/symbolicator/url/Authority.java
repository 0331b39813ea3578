package dev.symbolicator.url;

import dev.symbolicator.url.PercentCoding.PercentEncodeSet;
import dev.symbolicator.url.UrlParser.SpecialScheme;
import dev.symbolicator.url.UrlParser.UrlInput.Ascii;
import org.jspecify.annotations.Nullable;

/**
 * The part between {@code //} and the path, credentials percent-encoded; {@link
 * SpecialScheme#NO_PORT} also for the scheme's default port.
 */
record Authority(String username, String password, Host host, int port) {
  static final Authority EMPTY = ofHost(Host.EMPTY);

  private static final int FAILED_PORT = -2;

  static Authority ofHost(Host host) {
    return new Authority("", "", host, SpecialScheme.NO_PORT);
  }

  Authority withoutCredentials() {
    return new Authority("", "", host, port);
  }

  boolean hasCredentials() {
    return !username.isEmpty() || !password.isEmpty();
  }

  static @Nullable Authority parse(String text, String scheme) {
    int at = text.lastIndexOf('@');
    String hostAndPort = text.substring(at + 1);
    int colon = portColon(hostAndPort);
    String hostText = colon < 0 ? hostAndPort : hostAndPort.substring(0, colon);
    boolean special = SpecialScheme.isSpecial(scheme);
    if (hostText.isEmpty() && (special || at >= 0 || colon >= 0)) {
      return null;
    }
    Host host = Host.parse(hostText, special);
    int port = colon < 0 ? SpecialScheme.NO_PORT : port(hostAndPort, colon + 1, scheme);
    if (host == null || port == FAILED_PORT) {
      return null;
    }
    if (at < 0) {
      return new Authority("", "", host, port);
    }
    int separator = text.indexOf(':');
    int userEnd = separator < 0 || separator > at ? at : separator;
    return new Authority(
        PercentCoding.encode(text.substring(0, userEnd), PercentEncodeSet.USERINFO),
        userEnd == at
            ? ""
            : PercentCoding.encode(text.substring(userEnd + 1, at), PercentEncodeSet.USERINFO),
        host,
        port);
  }

  private static int portColon(String hostAndPort) {
    boolean inBrackets = false;
    for (int i = 0; i < hostAndPort.length(); i++) {
      char c = hostAndPort.charAt(i);
      if (c == '[') {
        inBrackets = true;
      } else if (c == ']') {
        inBrackets = false;
      } else if (c == ':' && !inBrackets) {
        return i;
      }
    }
    return -1;
  }

  private static int port(String text, int from, String scheme) {
    int port = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Ascii.isDigit(c)) {
        return FAILED_PORT;
      }
      port = port * 10 + (c - '0');
      if (port > 0xffff) {
        return FAILED_PORT;
      }
    }
    return from == text.length() || port == SpecialScheme.defaultPort(scheme)
        ? SpecialScheme.NO_PORT
        : port;
  }

  void appendTo(StringBuilder out) {
    out.append("//");
    if (hasCredentials()) {
      out.append(username);
      if (!password.isEmpty()) {
        out.append(':').append(password);
      }
      out.append('@');
    }
    out.append(host.text);
    if (port != SpecialScheme.NO_PORT) {
      out.append(':').append(port);
    }
  }
}
