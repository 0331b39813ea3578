package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The builds that a profile names, and those that are named beside the profile. */
public final class Builds {
  /** The builds of a body that has no place for builds. */
  public static final Builds NONE = new Builds(List.of());

  private final List<BuildScan> scans;

  Builds(List<BuildScan> scans) {
    this.scans = scans;
  }

  /**
   * Returns the build of a script. A value for this script alone counts before a value for all.
   *
   * @param script the script's index in the profile
   */
  public ScriptBuild of(int script, String url) {
    String release = first(scan -> scan.releaseOf(script, url));
    return new ScriptBuild(
        release == null ? release() : release, first(scan -> scan.debugIdOf(script, url)));
  }

  /** Returns the release that is named for all scripts; null for none. */
  @Nullable String release() {
    return first(scan -> scan.release);
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

  /**
   * Reads the members of a JSON object that tell of builds: {@code release}; {@code releases} and
   * {@code debugIds} of single scripts, {@code {url: value}} or {@code [{resourceId, …}]}, as
   * Datadog's SDK sends them. They are no part of the specification, and a sender may use their
   * names otherwise, so a value of another shape is skipped. Of duplicates the last counts.
   */
  static final class BuildScan {
    private static final int MAX_DEBUG_ID_LENGTH = 64;
    private static final int MAX_BYTES_PER_UNIT = 6;

    private final JsonText text;
    private final JsonReader json;
    private final ProfileLimits limits;
    private final Allowance memory;
    private @Nullable String release;
    private ScriptValues releases = new ScriptValues();
    private ScriptValues debugIds = new ScriptValues();

    BuildScan(ScanContext context) {
      text = context.text();
      json = context.json();
      limits = context.limits();
      memory = context.memory();
    }

    /**
     * Reads the current value if it belongs to one of the members. Returns false, without moving
     * the cursor, if the value belongs to none of them.
     */
    boolean readMember(String member) throws IOException {
      switch (member) {
        case "release" -> {
          String named = readText(limits.maxReleaseLength());
          release = null;
          if (named != null && limits.allowsRelease(named)) {
            charge(named, "");
            release = named;
          }
        }
        case "releases" -> releases = readValues("release", limits.maxReleaseLength());
        case "debugIds" -> debugIds = readValues("debugId", MAX_DEBUG_ID_LENGTH);
        default -> {
          return false;
        }
      }
      return true;
    }

    private ScriptValues readValues(String member, int maxLength) throws IOException {
      ScriptValues values = new ScriptValues();
      if (json.isAt(Token.START_ARRAY)) {
        while (json.nextEntry()) {
          readEntry(values, member, maxLength);
        }
      } else if (json.isAt(Token.START_OBJECT)) {
        while (json.nextMember()) {
          String url = json.name();
          String value = readText(maxLength);
          values.remove(url);
          if (value != null && isRoomFor(values)) {
            charge(value, url);
            values.put(url, value);
          }
        }
      }
      return values;
    }

    private void readEntry(ScriptValues values, String member, int maxLength) throws IOException {
      if (!json.isAt(Token.START_OBJECT)) {
        json.skip();
        return;
      }
      double script = -1;
      String value = null;
      while (json.nextMember()) {
        String name = json.name();
        if (name.equals("resourceId")) {
          script = json.number();
          json.skip();
        } else if (name.equals(member)) {
          value = readText(maxLength);
        } else {
          json.skip();
        }
      }
      boolean isIndex = script >= 0 && script < limits.maxResources() && script == (int) script;
      if (isIndex && value != null && isRoomFor(values)) {
        charge(value, "");
        values.put((int) script, value);
      }
    }

    /**
     * Reads the current value if it is a text of 1 to {@code maxLength} UTF-16 units; else null.
     */
    private @Nullable String readText(int maxLength) throws IOException {
      if (json.isAt(Token.VALUE_STRING) && isShort(json.start(), maxLength)) {
        String value = json.text();
        return value.isEmpty() || value.length() > maxLength ? null : value;
      }
      json.skip();
      return null;
    }

    /**
     * A long string must not be read: the parser refuses to read very long ones, which it can skip.
     */
    private boolean isShort(int start, int maxLength) {
      int end = Math.min(text.end(), start + 2 + MAX_BYTES_PER_UNIT * maxLength);
      for (int at = start + 1; at < end; at++) {
        if (text.bytes()[at] == '"') {
          return true;
        }
        if (text.bytes()[at] == '\\') {
          at++;
        }
      }
      return false;
    }

    private boolean isRoomFor(ScriptValues values) {
      return values.size() < limits.maxResources();
    }

    private void charge(String value, String url) {
      memory.take(ProfileLimits.RESOURCE_BYTES + 2L * value.length(), url);
    }

    /** Returns the release that is named for this script alone; null if none is. */
    @Nullable String releaseOf(int script, String url) {
      String own = releases.of(script, url);
      return own != null && limits.allowsRelease(own) ? own : null;
    }

    @Nullable String debugIdOf(int script, String url) {
      return debugIds.of(script, url);
    }

    static final class ScriptValues {
      private final Map<Integer, String> byIndex = new HashMap<>();
      private final Map<String, String> byUrl = new HashMap<>();

      void put(int script, String value) {
        byIndex.put(script, value);
      }

      void put(String url, String value) {
        byUrl.put(url, value);
      }

      void remove(String url) {
        byUrl.remove(url);
      }

      int size() {
        return byIndex.size() + byUrl.size();
      }

      @Nullable String of(int script, String url) {
        String value = byIndex.get(script);
        return value == null ? byUrl.get(url) : value;
      }
    }
  }
}
