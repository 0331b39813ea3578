package dev.symbolicator.symbols;

import dev.symbolicator.identity.FunctionKeys;
import dev.symbolicator.identity.FunctionKeys.Stability;
import dev.symbolicator.identity.NormalPath;
import dev.symbolicator.identity.NormalPath.Origin;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which original function a function of a script is, as {@code docs/identity.md} defines.
 *
 * @param id null for a function without an original, and one whose original text is not known
 * @param stability how long the id is valid
 * @param bodyHash null if the tokens of the original are not known
 * @param role what describes a function that is known by its place, such as {@code useEffect[0] in
 *     Cart}, with the marks of {@code Segment} around strings of the source: shown by {@link
 *     #role(boolean)}; null for others
 * @param qualified the original name behind those of classes and objects; null if it is not known
 * @param path normal path, package and version of the source; null if it is not known
 * @param origin of the source; that of the runtime for functions that a build tool added; null if
 *     it is not known
 */
public record FunctionIdentity(
    @Nullable String id,
    Stability stability,
    @Nullable String bodyHash,
    @Nullable String role,
    @Nullable String qualified,
    @Nullable NormalPath path,
    @Nullable Origin origin) {
  /** Returns how answers write the stability. */
  public String writtenStability() {
    return stability.name().toLowerCase(Locale.ROOT);
  }

  public @Nullable String packageName() {
    return path == null ? null : path.packageName();
  }

  public @Nullable String version() {
    return path == null ? null : path.version();
  }

  public @Nullable String writtenPath() {
    return path == null ? null : path.path();
  }

  public @Nullable String writtenOrigin() {
    return origin == null ? null : origin.written();
  }

  /** Returns the role, without strings of the source unless these may be shown. */
  public @Nullable String role(boolean showsLiterals) {
    return role == null ? null : FunctionKeys.shownRole(role, showsLiterals);
  }

  /** Writes a number of the table, 0 for none, as 16 hexadecimal digits. */
  static @Nullable String hex(long number) {
    return number == 0 ? null : HexFormat.of().toHexDigits(number);
  }
}
