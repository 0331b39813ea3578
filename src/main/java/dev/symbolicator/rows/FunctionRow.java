package dev.symbolicator.rows;

import dev.symbolicator.export.JsonOut;
import dev.symbolicator.export.ShownProfile;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A function as a row, by the key that it has in every answer; its members are null if they are not
 * known.
 *
 * @param key the function's id, or else one that {@link RowKeys} makes
 * @param stability of the id; {@link #UNSTABLE} without one
 * @param path of the source within its package, or of the script
 */
record FunctionRow(
    String key,
    String stability,
    ShownFunction shown,
    @Nullable FrameIdentity identity,
    @Nullable String path,
    @Nullable String origin) {
  private static final String UNSTABLE = "none";
  private static final String NATIVE = "native";

  /** The most bytes of a row, without texts. */
  private static final long FUNCTION_BYTES = 320;

  /** The most heap bytes of a row, without texts. */
  private static final long HEAP_BYTES = 256;

  static FunctionRow of(int number, ShownProfile profile, RowKeys hash) {
    ShownFunction shown = profile.shown(number);
    FrameIdentity identity = profile.identity(number);
    String script = profile.script(number);
    if (script == null) {
      return ofNoScript(shown, hash);
    }
    String path = identity == null ? null : identity.path();
    if (path == null) {
      path = RowKeys.path(script);
    }
    String origin = identity == null ? null : identity.origin();
    String id = identity == null ? null : identity.id();
    if (identity != null && id != null) {
      return new FunctionRow(id, identity.stability(), shown, identity, path, origin);
    }
    String packageName = identity == null ? null : identity.packageName();
    String key = hash.function(origin, packageName, path, shown.name());
    return new FunctionRow(key, UNSTABLE, shown, identity, path, origin);
  }

  /** Makes the row of a function of the browser, or of its work. */
  static FunctionRow ofNoScript(ShownFunction shown, RowKeys hash) {
    String key = hash.function(NATIVE, null, null, shown.name());
    return new FunctionRow(key, UNSTABLE, shown, null, null, NATIVE);
  }

  private @Nullable String packageName() {
    return identity == null ? null : identity.packageName();
  }

  private @Nullable String version() {
    return identity == null ? null : identity.version();
  }

  private @Nullable String role() {
    return identity == null ? null : identity.role();
  }

  private @Nullable String qualified() {
    return identity == null ? null : identity.qualified();
  }

  private @Nullable String source() {
    return shown.isOriginal() ? shown.file() : null;
  }

  /** Tells whether a function of the same key begins at the same place. */
  boolean isAt(FunctionRow other) {
    return shown.line() == other.shown.line()
        && shown.column() == other.shown.column()
        && shown.file().equals(other.shown.file());
  }

  boolean hasId() {
    return !stability.equals(UNSTABLE);
  }

  /** Returns this row without a place, for a key that functions at several places have. */
  FunctionRow withoutPlace() {
    ShownFunction anywhere =
        new ShownFunction(
            shown.name(), shown.generatedName(), shown.file(), -1, -1, shown.isOriginal());
    return new FunctionRow(key, stability, anywhere, identity, path, origin);
  }

  /** Returns the heap bytes of this row. */
  long heapBytes() {
    long units = (long) key.length() + shown.generatedName().length() + shown.file().length();
    for (String text : texts()) {
      units += text == null ? 0 : text.length();
    }
    return HEAP_BYTES + 2 * units;
  }

  private @Nullable String[] texts() {
    return new @Nullable String[] {
      shown.name(), qualified(), role(), packageName(), version(), path, origin, source()
    };
  }

  long mostBytes() {
    long bytes = FUNCTION_BYTES;
    for (String text : texts()) {
      bytes += text == null ? 0 : JsonSize.most(text);
    }
    return bytes;
  }

  void writeTo(JsonOut json) throws IOException {
    json.raw("\"function_id\":").string(key).raw(",\"stability\":").string(stability);
    writeText("name", shown.name(), json);
    writeText("qualified", qualified(), json);
    writeText("role", role(), json);
    writeText("package", packageName(), json);
    writeText("version", version(), json);
    writeText("normal_path", path, json);
    writeText("origin", origin, json);
    writeText("source", source(), json);
    if (shown.isOriginal() && shown.line() >= 0) {
      json.raw(",\"line\":").number(shown.line() + 1L);
      json.raw(",\"column\":").number(shown.column() + 1L);
    }
  }

  private static void writeText(String name, @Nullable String text, JsonOut json)
      throws IOException {
    if (text != null) {
      json.raw(",\"" + name + "\":").string(ShownFunction.wellFormed(text));
    }
  }
}
