package dev.symbolicator.profile.envelope;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText.Span;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.envelope.SentryProfile.DebugImages;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameReader;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.FrameTable.ScriptList;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonFormat.JsonScan;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A profile of Sentry's sample format 1, or a chunk of a profile of sample format 2. */
final class SentryProfileFormat implements JsonFormat {
  static final String NAME = "sentry-profile";

  private final boolean keepsDebugMeta;

  SentryProfileFormat(boolean keepsDebugMeta) {
    this.keepsDebugMeta = keepsDebugMeta;
  }

  @Override
  public List<String> names() {
    return List.of(NAME);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new SentryProfileScan(context, keepsDebugMeta);
  }

  /**
   * Lines and columns are 1-based. A frame without {@code abs_path} is a function of the browser.
   */
  static final class SentryProfileScan implements JsonScan {
    static final int FILENAME = 4;
    private static final List<String> MEMBERS =
        List.of("function", "abs_path", "lineno", "colno", "filename");

    private static final Set<String> PLATFORMS = Set.of("javascript", "node");

    private final ScanContext context;
    private final JsonReader json;
    private final FirstProblem problem = new FirstProblem();
    private final ScriptList scripts;
    private final FrameTable frames = new FrameTable(MEMBERS);
    private final DebugImages images;
    private final boolean keepsDebugMeta;
    private @Nullable Span debugMeta;
    private String platform = "javascript";
    private String release = "";
    private int read;

    SentryProfileScan(ScanContext context, boolean keepsDebugMeta) {
      this.context = context;
      this.keepsDebugMeta = keepsDebugMeta;
      json = context.json();
      scripts = new ScriptList(context.limits(), context.memory(), problem);
      images = new DebugImages(context);
    }

    @Override
    public boolean readMember(String member) throws IOException {
      switch (member) {
        case "profile" -> readProfile();
        case "debug_meta" -> readDebugMeta();
        case "release" -> release = shortText(context.limits().maxReleaseLength());
        case "platform" -> platform = shortText(64);
        default -> {
          return false;
        }
      }
      return true;
    }

    private String shortText(int max) throws IOException {
      if (!json.isAt(Token.VALUE_STRING)) {
        json.skip();
        return "";
      }
      String text = json.text();
      return text.length() <= max ? text : "";
    }

    private void readProfile() throws IOException {
      if (!json.isAt(Token.START_OBJECT)) {
        json.skip();
        return;
      }
      while (json.nextMember()) {
        String member = json.name();
        if (!member.equals("frames") || !json.isAt(Token.START_ARRAY)) {
          json.skip();
        } else if (read > 0) {
          problem.duplicate(json);
        } else {
          read = new FrameReader(context, problem, frames, scripts, 1).readArray(true);
        }
      }
    }

    private void readDebugMeta() throws IOException {
      if (!json.isAt(Token.START_OBJECT)) {
        json.skip();
        return;
      }
      int start = json.start();
      boolean hasImages = false;
      while (json.nextMember()) {
        String member = json.name();
        if (!member.equals("images") || !json.isAt(Token.START_ARRAY)) {
          json.skip();
        } else if (hasImages || debugMeta != null) {
          problem.duplicate(json);
        } else {
          images.read();
          hasImages = true;
        }
      }
      if (hasImages) {
        debugMeta = new Span(start, json.end());
      }
    }

    @Override
    public Likeness likeness() {
      return read > 0 ? Likeness.COMPLETE : Likeness.PARTIAL;
    }

    @Override
    public ProfileReading finish(ReportPlace report, Builds builds) {
      boolean isRead = isRead(platform);
      ProfileReading found = problem.get();
      if (found != null && isRead) {
        return found;
      }
      FrameTable table = isRead ? frames : new FrameTable(MEMBERS);
      String named = context.limits().allowsRelease(release) ? release : null;
      Span removable = keepsDebugMeta ? null : debugMeta;
      return new ProfileReading.ReadProfile(
          new SentryProfile(scripts.urls(), table, images, removable, named, builds, report));
    }

    static boolean isRead(@Nullable String platform) {
      return platform == null || PLATFORMS.contains(platform);
    }
  }
}
