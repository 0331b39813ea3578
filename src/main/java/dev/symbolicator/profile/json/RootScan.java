package dev.symbolicator.profile.json;

import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.json.JsonScan.Likeness;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON document and recognises the profile in it by its structure: the outermost object, or
 * the object that is its member {@code trace}.
 */
final class RootScan {
  static final String EMPTY = "The body is empty.";
  private static final String TRACE = "trace";
  private static final String SYMBOLICATION = "symbolication";

  private final List<JsonFormat> formats;
  private final String advice;
  private final ScanContext context;
  private final JsonCursor json;
  private final FirstProblem envelopeProblem = new FirstProblem();
  private final FirstProblem reportProblem = new FirstProblem();
  private @Nullable ObjectScan wrapped;
  private boolean hasTrace;
  private int reportStart = -1;
  private int reportEnd;

  /**
   * Makes a scan of a document.
   *
   * @param advice sentences for the sender of a document that is no profile of any of the formats
   */
  RootScan(List<JsonFormat> formats, String advice, ScanContext context) {
    this.formats = formats;
    this.advice = advice;
    this.context = context;
    this.json = context.json();
  }

  /**
   * Reads the whole document.
   *
   * @throws IOException if the document is not JSON, or exceeds a limit of the parser
   */
  ProfileReading read() throws IOException {
    if (json.next() == null) {
      return new NotJson(context.text().end(), EMPTY);
    }
    ProfileReading reading = readRoot();
    if (json.next() != null) {
      return new NotJson(json.start(), "More bytes follow the JSON value.");
    }
    return reading;
  }

  private ProfileReading readRoot() throws IOException {
    int start = json.start();
    if (!json.isAt(JsonToken.START_OBJECT)) {
      String kind = json.kind();
      json.skip();
      return new Invalid("", start, "The body is " + kind + "." + furtherAdvice());
    }
    ObjectScan bare = new ObjectScan(formats, context);
    while (json.next() != JsonToken.END_OBJECT) {
      String member = json.name();
      json.next();
      if (bare.readMember(member)) {
        continue;
      }
      switch (member) {
        case TRACE -> readTrace();
        case SYMBOLICATION -> readReport();
        default -> json.skip();
      }
    }
    if (reportStart < 0) {
      reportStart = json.start();
      reportEnd = reportStart;
    }
    return choose(bare, start);
  }

  private String furtherAdvice() {
    return advice.isEmpty() ? "" : " " + advice;
  }

  private void readTrace() throws IOException {
    if (hasTrace) {
      envelopeProblem.duplicate(json);
      json.skip();
    } else if (json.isAt(JsonToken.START_OBJECT)) {
      ObjectScan scan = new ObjectScan(formats, context.at("/" + TRACE));
      while (json.next() != JsonToken.END_OBJECT) {
        String member = json.name();
        json.next();
        if (!scan.readMember(member)) {
          json.skip();
        }
      }
      wrapped = scan;
    } else {
      envelopeProblem.wrongKind(json, "an object");
      json.skip();
    }
    hasTrace = true;
  }

  private void readReport() throws IOException {
    if (reportStart >= 0) {
      reportProblem.duplicate(json);
    } else {
      reportStart = json.start();
    }
    json.skip();
    reportEnd = json.end();
  }

  /** Prefers a complete profile, then the object that has more of a profile. */
  private ProfileReading choose(ObjectScan bare, int start) {
    Likeness likeness = bare.likeness();
    ObjectScan trace = wrapped;
    boolean isTraceAlike = trace != null && trace.likeness() != Likeness.NONE;
    if (likeness == Likeness.COMPLETE || (likeness != Likeness.NONE && !isTraceAlike)) {
      return accept(bare, new Builds(List.of(bare.builds())));
    }
    ProfileReading problem = envelopeProblem.get();
    if (problem != null) {
      return problem;
    }
    return trace != null
        ? accept(trace, new Builds(List.of(trace.builds(), bare.builds())))
        : new Invalid(
            "", start, "The body holds no profile of a supported format." + furtherAdvice());
  }

  private ProfileReading accept(ObjectScan scan, Builds builds) {
    ReportPlace report = new ReportPlace(context.text(), reportStart, reportEnd);
    ProfileReading reading = scan.finish(report, builds);
    if (!(reading instanceof ProfileReading.ReadProfile)) {
      return reading;
    }
    ProfileReading problem = reportProblem.get();
    if (problem != null) {
      return problem;
    }
    return builds.isOutOfMemory() ? new ProfileReading.OutOfMemory() : reading;
  }
}
