package dev.symbolicator.profile;

import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.JsSelfProfile.ReportPlace;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.ProfileReading.ReadProfile;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON document and recognises the profile in it by its structure.
 *
 * <p>Members come in any order. So every object that may be a profile is read as one, and {@link
 * #choose} decides at the end. A further format is one more scan, which {@link #readRoot} offers
 * the members and {@link #choose} considers.
 */
final class DocumentScan {
  static final String EMPTY = "The body is empty.";
  private static final String TRACE = "trace";
  private static final String SYMBOLICATION = "symbolication";
  private static final String ADVICE =
      " Send the result of Profiler.stop(), an object with the members `frames`, `resources`,"
          + " `stacks` and `samples`, or an object that holds it as its member `trace`.";

  private final byte[] body;
  private final JsonCursor json;
  private final ProfileLimits limits;
  private final MemoryMeter memory;
  private final FirstProblem envelopeProblem = new FirstProblem();
  private final FirstProblem reportProblem = new FirstProblem();
  private final BuildScan builds;
  private @Nullable SelfProfileScan wrapped;
  private @Nullable BuildScan wrappedBuilds;
  private boolean hasTrace;
  private int reportStart = -1;
  private int reportEnd;

  DocumentScan(byte[] body, JsonCursor json, ProfileLimits limits, MemoryMeter memory) {
    this.body = body;
    this.json = json;
    this.limits = limits;
    this.memory = memory;
    this.builds = new BuildScan(body, json, limits, memory);
  }

  /**
   * Reads the whole document.
   *
   * @throws IOException if the document is not JSON, or exceeds a limit of the parser
   */
  ProfileReading read() throws IOException {
    if (json.next() == null) {
      return new NotJson(body.length, EMPTY);
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
      return new Invalid("", start, "The body is " + kind + "." + ADVICE);
    }
    SelfProfileScan bare = new SelfProfileScan(json, "", limits, memory);
    while (json.next() != JsonToken.END_OBJECT) {
      String member = json.name();
      json.next();
      if (bare.readMember(member) || builds.readMember(member)) {
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

  private void readTrace() throws IOException {
    if (hasTrace) {
      envelopeProblem.duplicate(json, "/" + TRACE);
      json.skip();
    } else if (json.isAt(JsonToken.START_OBJECT)) {
      SelfProfileScan scan = new SelfProfileScan(json, "/" + TRACE, limits, memory);
      BuildScan scannedBuilds = new BuildScan(body, json, limits, memory);
      while (json.next() != JsonToken.END_OBJECT) {
        String member = json.name();
        json.next();
        if (!scan.readMember(member) && !scannedBuilds.readMember(member)) {
          json.skip();
        }
      }
      wrapped = scan;
      wrappedBuilds = scannedBuilds;
    } else {
      envelopeProblem.wrongKind(json, "/" + TRACE, "an object");
      json.skip();
    }
    hasTrace = true;
  }

  private void readReport() throws IOException {
    if (reportStart >= 0) {
      reportProblem.duplicate(json, "/" + SYMBOLICATION);
    } else {
      reportStart = json.start();
    }
    json.skip();
    reportEnd = json.end();
  }

  /** Prefers a complete profile, then the object that has more of a profile. */
  private ProfileReading choose(SelfProfileScan bare, int start) {
    if (bare.isProfile()) {
      return accept(bare);
    }
    if (wrapped != null && (wrapped.looksLikeProfile() || !bare.looksLikeProfile())) {
      ProfileReading problem = envelopeProblem.get();
      return problem != null ? problem : accept(wrapped);
    }
    if (bare.looksLikeProfile()) {
      return accept(bare);
    }
    ProfileReading problem = envelopeProblem.get();
    return problem != null
        ? problem
        : new Invalid("", start, "The body holds no profile of a supported format." + ADVICE);
  }

  private ProfileReading accept(SelfProfileScan scan) {
    ProfileReading problem = scan.problem();
    if (problem == null) {
      problem = reportProblem.get();
    }
    if (problem != null) {
      return problem;
    }
    List<BuildScan> inner =
        scan == wrapped && wrappedBuilds != null ? List.of(wrappedBuilds, builds) : List.of(builds);
    return inner.stream().anyMatch(BuildScan::isOutOfMemory)
        ? new ProfileReading.OutOfMemory()
        : new ReadProfile(
            new JsSelfProfile(body, scan, inner, new ReportPlace(reportStart, reportEnd)));
  }
}
