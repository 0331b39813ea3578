package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.envelope.SentryProfile.DebugImages.DebugImage;
import dev.symbolicator.profile.envelope.SentryProfileFormat.SentryProfileScan;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.JsonProfile.SplicedProfile;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Sentry profile. Sentry maps frames again whose script is among {@code debug_meta.images}, so
 * scripts whose frames were all mapped are removed there, and {@code debug_meta} with the last. A
 * script without frames stays for Sentry's other items.
 */
final class SentryProfile extends SplicedProfile {
  private final FrameTable frames;
  private final DebugImages images;
  private final @Nullable Span debugMeta;
  private final @Nullable String release;

  /** {@code debugMeta} is null for one that stays as it is. */
  SentryProfile(
      List<String> scripts,
      FrameTable frames,
      DebugImages images,
      @Nullable Span debugMeta,
      @Nullable String release,
      Builds builds,
      ReportPlace reportPlace) {
    super(scripts, frames.frames(), builds, reportPlace);
    this.frames = frames;
    this.images = images;
    this.debugMeta = debugMeta;
    this.release = release;
  }

  @Override
  public String format() {
    return SentryProfileFormat.NAME;
  }

  @Override
  public ScriptBuild build(int script) {
    return new ScriptBuild(release, images.debugIdOf(scripts().get(script)));
  }

  /** Returns two: {@code abs_path} and {@code filename}. */
  @Override
  public int sourcesPerFrame() {
    return 2;
  }

  @Override
  protected Edits edits(Splice splice) {
    return new FrameEdits(splice);
  }

  private final class FrameEdits implements Edits {
    private final Splice splice;
    private final Set<String> unmapped = new HashSet<>();
    private final Set<String> mapped = new HashSet<>();

    FrameEdits(Splice splice) {
      this.splice = splice;
    }

    @Override
    public void replace(ProfileFrame frame, OriginalFrame original) {
      int index = frame.index();
      frames.putName(splice, frame, original.name());
      frames.putString(splice, index, FrameTable.SCRIPT, original.source());
      frames.putPosition(splice, frame, original, 1);
      frames.putString(splice, index, SentryProfileScan.FILENAME, SourcePath.of(original.source()));
      mapped.add(DebugImages.name(scripts().get(frame.script())));
    }

    @Override
    public void keep(ProfileFrame frame) {
      unmapped.add(DebugImages.name(scripts().get(frame.script())));
    }

    @Override
    public void finish() {
      if (!mapped.isEmpty() && debugMeta != null) {
        removeImages(debugMeta);
      }
    }

    private void removeImages(Span whole) {
      List<DebugImage> all = images.all();
      if (all.stream().noneMatch(this::isKept)) {
        splice.removeMember(whole);
        return;
      }
      boolean isBehindKept = false;
      for (int i = 0; i < all.size(); i++) {
        Span place = all.get(i).place();
        if (isKept(all.get(i))) {
          isBehindKept = true;
        } else if (isBehindKept) {
          splice.remove(new Span(all.get(i - 1).place().end(), place.end()));
        } else {
          splice.remove(new Span(place.start(), all.get(i + 1).place().start()));
        }
      }
    }

    private boolean isKept(DebugImage image) {
      if (image.script() == null) {
        return true;
      }
      String script = DebugImages.name(image.script());
      return !mapped.contains(script) || unmapped.contains(script);
    }
  }

  /** Shortens the URLs of original sources to paths, by which Sentry groups frames. */
  static final class SourcePath {
    private SourcePath() {}

    /**
     * {@code /src/a.ts} of {@code https://example.com/src/a.ts?x}, {@code ./src/a.ts} of {@code
     * webpack://app/./src/a.ts}. A text that is no URL stays.
     */
    static String of(String source) {
      int scheme = source.indexOf("://");
      if (scheme < 0) {
        return source;
      }
      int path = source.indexOf('/', scheme + 3);
      if (path < 0) {
        return source;
      }
      int end = source.indexOf('?', path);
      String found = source.substring(path, end < 0 ? source.length() : end);
      return found.startsWith("/./") ? found.substring(1) : found;
    }
  }

  static final class DebugImages {
    private static final String FILE = "file://";

    private final ScanContext context;
    private final JsonReader json;
    private final List<DebugImage> images = new ArrayList<>();
    private final Map<String, String> debugIds = new HashMap<>();

    /** An entry of the array; the URL is null for one that is of no script. */
    record DebugImage(@Nullable String script, Span place) {}

    DebugImages(ScanContext context) {
      this.context = context;
      this.json = context.json();
    }

    void read() throws IOException {
      while (json.nextEntry()) {
        int start = json.start();
        String script = null;
        String debugId = null;
        if (json.isAt(Token.START_OBJECT)) {
          while (json.nextMember()) {
            String member = json.name();
            boolean isText = json.isAt(Token.VALUE_STRING);
            if (isText && member.equals("code_file")) {
              script = json.text();
            } else if (isText && member.equals("debug_id")) {
              debugId = json.text();
            } else {
              json.skip();
            }
          }
        } else {
          json.skip();
        }
        add(script, debugId, new Span(start, json.end()));
      }
    }

    private void add(@Nullable String script, @Nullable String debugId, Span place) {
      int units = (script == null ? 0 : script.length()) + (debugId == null ? 0 : debugId.length());
      context.memory().take(2 * ProfileLimits.RESOURCE_BYTES + 2L * units);
      images.add(new DebugImage(script, place));
      if (script != null && debugId != null) {
        debugIds.put(name(script), debugId);
      }
    }

    List<DebugImage> all() {
      return images;
    }

    @Nullable String debugIdOf(String script) {
      return debugIds.get(name(script));
    }

    /**
     * Returns an equal text for two spellings of one script: Node.js names a CommonJS module by its
     * path in frames and by a file: URL elsewhere, or the other way round.
     */
    static String name(String script) {
      String path = script.startsWith(FILE) ? script.substring(FILE.length()) : script;
      boolean isOfWindows = path.length() > 2 && path.charAt(0) == '/' && path.charAt(2) == ':';
      return (isOfWindows ? path.substring(1) : path).replace('\\', '/');
    }
  }
}
