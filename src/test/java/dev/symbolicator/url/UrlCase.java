package dev.symbolicator.url;

import org.jspecify.annotations.Nullable;

/** A text to parse, and the base that the text is parsed against. */
record UrlCase(String text, @Nullable String base) {
  @Nullable WebUrl parsedBase() {
    return base == null ? null : WebUrl.parse(base);
  }

  @Nullable WebUrl parse() {
    return WebUrl.parse(text, parsedBase());
  }
}
