package dev.symbolicator.profile.multipart;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.EmbeddedScript.EmbeddedFile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.multipart.FormParts.FormPart;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form ({@code multipart/form-data}, RFC 7578) of a caller who sends source maps with a profile:
 * one part {@code profile}, and a part {@code map} for each map, whose file name is the map's path.
 * A part {@code script} is the script of the map whose path is its own with {@code .map} behind it:
 * with it, more functions are found. A body of any other kind is a form of itself without maps.
 *
 * @param profile to be read; offsets count from its own first byte
 * @param problem why the form cannot be used; null for a sound one
 */
public record ProfileForm(
    ProfileBody profile, List<MapPart> maps, @Nullable ProfileReading problem) {

  /** The most maps of a form: as many as scripts are looked up for a profile. */
  public static final int MAX_MAPS = 200;

  /** The name of the limit of maps. */
  public static final String MAX_MAPS_NAME = "max-maps";

  /** What a bundler puts behind the path of a script to name its map. */
  public static final String MAP_ENDING = ".map";

  private static final String PROFILE = "profile";
  private static final String MAP = "map";
  private static final String SCRIPT = "script";

  /**
   * A source map within the form's bytes, which it keeps.
   *
   * @param path as the caller spells it, such as {@code dist/assets/main.js.map}; not empty
   * @param script the map's script, another part; null if it was not sent
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record MapPart(String path, byte[] form, int start, int end, @Nullable EmbeddedFile script)
      implements EmbeddedFile {
    /** Makes a map without its script, or a script. */
    public MapPart(String path, byte[] form, int start, int end) {
      this(path, form, start, end, null);
    }

    private MapPart with(@Nullable EmbeddedFile own) {
      return new MapPart(path, form, start, end, own);
    }

    @Override
    public long size() {
      return (long) end - start;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(form, start, end - start);
    }
  }

  /** Finds the parts of a body; takes the memory of a copy of the profile. */
  public static ProfileForm of(ProfileBody body, Allowance memory) {
    String boundary = body.isLine() ? null : FormParts.boundaryOf(body.bytes());
    if (boundary == null) {
      return bare(body);
    }
    FormParts parts = new FormParts(body.bytes(), boundary);
    boolean isOurs =
        parts.read() == null
            && parts.all().stream()
                .anyMatch(part -> part.name().equals(PROFILE) || part.name().equals(MAP));
    return isOurs ? of(body, parts.all(), memory) : bare(body);
  }

  private static ProfileForm bare(ProfileBody body) {
    return new ProfileForm(body, List.of(), null);
  }

  private static ProfileForm of(ProfileBody body, List<FormPart> parts, Allowance memory) {
    List<FormPart> profiles = new ArrayList<>();
    List<MapPart> maps = new ArrayList<>();
    Map<String, MapPart> scripts = new HashMap<>();
    for (FormPart part : parts) {
      int start = part.content().start();
      boolean isMap = part.name().equals(MAP);
      if (part.name().equals(PROFILE)) {
        profiles.add(part);
      } else if (!isMap && !part.name().equals(SCRIPT)) {
        return unusable(
            body,
            start,
            "The form has a part “%s”. Name the part with the profile `profile`, each part with a source map `map`, and each with the script of a map `script`."
                .formatted(part.name()));
      } else if ((isMap ? maps.size() : scripts.size()) == MAX_MAPS) {
        return new ProfileForm(
            body, List.of(), new ProfileReading.LimitExceeded(MAX_MAPS_NAME, MAX_MAPS, start));
      } else {
        String path = part.fileName();
        if (path == null || path.isEmpty()) {
          return unusable(
              body,
              start,
              "A part `%s` has no file name. Send the file's path as the file name, as with curl -F 'map=@dist/main.js.map'."
                  .formatted(part.name()));
        }
        MapPart file = new MapPart(path, body.bytes(), start, part.content().end());
        if (isMap) {
          maps.add(file);
        } else if (scripts.put(path + MAP_ENDING, file) != null) {
          return unusable(
              body,
              start,
              "Two parts `script` have the file name “%s”. Send each script once, with its path as the file name."
                  .formatted(path));
        }
      }
    }
    maps.replaceAll(map -> map.with(scripts.get(map.path())));
    if (profiles.size() != 1) {
      return unusable(
          body,
          0,
          "The form has %d parts `profile`. Send each profile in a form of its own, with the profile in one part `profile`."
              .formatted(profiles.size()));
    }
    return of(body, profiles.get(0), maps, memory);
  }

  private static ProfileForm of(
      ProfileBody body, FormPart part, List<MapPart> maps, Allowance memory) {
    int start = part.content().start();
    int end = part.content().end();
    try {
      memory.take(end - start);
    } catch (Allowance.Exceeded exceeded) {
      return new ProfileForm(body, List.of(), new ProfileReading.OutOfMemory());
    }
    ProfileBody profile =
        new ProfileBody(
            Arrays.copyOfRange(body.bytes(), start, end), part.type(), body.keepsDebugMeta());
    return profile.isLine()
        ? unusable(
            body,
            start,
            "The part `profile` is a batch, and a batch takes no source maps. Send each profile in a form of its own.")
        : new ProfileForm(profile, maps, null);
  }

  private static ProfileForm unusable(ProfileBody body, int offset, String detail) {
    return new ProfileForm(body, List.of(), new ProfileReading.Invalid("", offset, detail));
  }
}
