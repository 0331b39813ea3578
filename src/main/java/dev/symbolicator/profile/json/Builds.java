package dev.symbolicator.profile.json;

import dev.symbolicator.profile.ScriptBuild;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The builds that a profile names, and those that are named beside the profile. */
public final class Builds {
  /** The builds of a body that has no place for builds. */
  public static final Builds NONE = new Builds(List.of());

  private final List<BuildScan> scans;

  /**
   * Joins the builds of several objects.
   *
   * @param scans the innermost object first, which counts first
   */
  Builds(List<BuildScan> scans) {
    this.scans = scans;
  }

  /** Tells whether there was too little memory for a member. */
  boolean isOutOfMemory() {
    for (BuildScan scan : scans) {
      if (scan.isOutOfMemory()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the build of a script. A value for this script alone counts before a value for all.
   *
   * @param script the script's index in the profile
   */
  public ScriptBuild of(int script, String url) {
    String release = first(scan -> scan.releaseOf(script, url));
    return new ScriptBuild(
        release == null ? first(BuildScan::release) : release,
        first(scan -> scan.debugIdOf(script, url)));
  }

  private @Nullable String first(Function<BuildScan, @Nullable String> value) {
    for (BuildScan scan : scans) {
      String found = value.apply(scan);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
