package dev.symbolicator.url;

/** The parts that both JavaScript's {@code URL} and {@link WebUrl} have, in JavaScript's terms. */
record UrlParts(
    String href, String host, String port, String path, String search, String hash, String origin) {

  static UrlParts of(WebUrl url) {
    Authority authority = url.authority;
    String port = authority == null || authority.port() < 0 ? "" : "" + authority.port();
    String host = url.host() == null ? "" : url.host() + (port.isEmpty() ? "" : ":" + port);
    String search = url.query() == null || url.query().isEmpty() ? "" : "?" + url.query();
    String hash = url.fragment() == null || url.fragment().isEmpty() ? "" : "#" + url.fragment();
    return new UrlParts(url.href(), host, port, url.path(), search, hash, url.origin());
  }

  UrlParts replace(String from, String to) {
    return new UrlParts(
        href.replace(from, to), host, port, path.replace(from, to), search, hash, origin);
  }
}
