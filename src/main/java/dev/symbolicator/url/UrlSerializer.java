package dev.symbolicator.url;

import dev.symbolicator.url.UrlParser.SpecialScheme;
import org.jspecify.annotations.Nullable;

/** Writes the forms of a URL (URL Standard, sections 4.5 and 4.7). */
final class UrlSerializer {
  private UrlSerializer() {}

  static String href(
      String scheme,
      @Nullable Authority authority,
      String path,
      @Nullable String query,
      @Nullable String fragment) {
    StringBuilder out = new StringBuilder(scheme).append(':');
    if (authority != null) {
      authority.appendTo(out);
    } else if (path.startsWith("//")) {
      // Without "/." the path would be read as an authority.
      out.append("/.");
    }
    out.append(path);
    if (query != null) {
      out.append('?').append(query);
    }
    if (fragment != null) {
      out.append('#').append(fragment);
    }
    return out.toString();
  }

  static String origin(WebUrl url) {
    Authority authority = url.authority();
    if (url.scheme().equals("blob")) {
      WebUrl inner = WebUrl.parse(url.path());
      return inner != null && inner.isHttp() ? origin(inner) : "null";
    }
    if (authority == null
        || !SpecialScheme.isSpecial(url.scheme())
        || url.scheme().equals("file")) {
      return "null";
    }
    return href(url.scheme(), authority.withoutCredentials(), "", null, null);
  }

  static String redacted(WebUrl url) {
    Authority authority = url.authority();
    if (!url.hasOpaquePath()) {
      return href(
          url.scheme(),
          authority == null ? null : authority.withoutCredentials(),
          url.path(),
          null,
          null);
    }
    if (url.scheme().equals("blob")) {
      WebUrl inner = WebUrl.parse(url.path());
      return inner != null && inner.isHttp() ? "blob:" + redacted(inner) : "blob:";
    }
    return url.scheme() + ':';
  }
}
