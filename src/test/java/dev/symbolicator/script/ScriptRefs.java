package dev.symbolicator.script;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.url.WebUrl;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes references to scripts of the default scope, of which only the URL is known. */
public final class ScriptRefs {
  private ScriptRefs() {}

  public static ScriptRef of(String url) {
    return of(WebUrl.parse(url));
  }

  public static ScriptRef of(@Nullable WebUrl url) {
    return new ScriptRef(ScriptRef.DEFAULT_SCOPE, Objects.requireNonNull(url), null, null, null);
  }
}
