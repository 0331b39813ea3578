package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonException;
import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.Invalid;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.json.Builds.BuildScan;
import dev.symbolicator.profile.json.JsonFormat.JsonScan;
import dev.symbolicator.profile.json.JsonFormat.JsonScan.Likeness;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON text as a profile. That a body is not UTF-8 or not JSON is reported before any other
 * problem.
 */
public final class JsonDocument {
  private JsonDocument() {}

  /** Reads a text within another format, whose sender can do nothing about a problem. */
  public static ProfileReading read(
      JsonText text, List<JsonFormat> formats, ProfileLimits limits, Allowance memory) {
    return read(text, formats, "", limits, memory);
  }

  /**
   * Reads a text.
   *
   * @param text the profile keeps its array, so the caller must not change it afterwards
   * @param formats at least one; the first of equally alike formats is chosen
   * @param advice sentences for the sender of a text that is no profile of any of the formats
   * @param memory charged for reading and writing the profile, beside the text itself
   * @throws Allowance.Exceeded if too little memory is left
   */
  public static ProfileReading read(
      JsonText text,
      List<JsonFormat> formats,
      String advice,
      ProfileLimits limits,
      Allowance memory) {
    JsonText json = text.withoutByteOrderMark();
    ScanContext context = new ScanContext(text, limits.reader(json), "", limits, memory);
    try {
      return new RootScan(formats, advice, context).read();
    } catch (JsonException e) {
      int malformed = json.firstMalformed();
      return malformed < 0
          ? ProfileReading.refused(e, limits)
          : ProfileReading.NotJson.notUtf8(malformed);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading an array cannot fail.", e);
    }
  }

  /**
   * Recognises the profile in a document by its structure: the outermost object; its member {@code
   * trace}, as senders of the JS Self-Profiling API wrap it; or {@code profile} of a result of the
   * Chrome DevTools Protocol, bare, as {@code result} of an answer, or as {@code params} of an
   * event.
   */
  static final class RootScan {
    static final String EMPTY = "The body is empty.";
    private static final String TRACE = "trace";
    private static final String PROFILE = "profile";
    private static final String SYMBOLICATION = "symbolication";

    private final List<JsonFormat> formats;
    private final String advice;
    private final ScanContext context;
    private final JsonReader json;
    private final FirstProblem envelopeProblem = new FirstProblem();
    private final FirstProblem reportProblem = new FirstProblem();
    private final Map<String, ObjectScan> wrapped = new LinkedHashMap<>();

    private boolean hasTrace;
    private int functionsStart = -1;
    private int reportStart = -1;
    private int reportEnd;

    RootScan(List<JsonFormat> formats, String advice, ScanContext context) {
      this.formats = formats;
      this.advice = advice;
      this.context = context;
      this.json = context.json();
    }

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
      if (!json.isAt(Token.START_OBJECT)) {
        String kind = json.kind();
        json.skip();
        return new Invalid("", start, "The body is " + kind + "." + furtherAdvice());
      }
      ObjectScan bare = new ObjectScan(formats, context);
      while (json.nextMember()) {
        String member = json.name();
        if (bare.readMember(member)) {
          continue;
        }
        switch (member) {
          case TRACE -> readTrace();
          case PROFILE -> readWrapped("/" + PROFILE);
          case "result", "params" -> readMessage("/" + member);
          case SYMBOLICATION -> readReport();
          case FunctionColumns.MEMBER -> {
            functionsStart = json.start();
            json.skip();
          }
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
      } else if (json.isAt(Token.START_OBJECT)) {
        readWrapped("/" + TRACE);
      } else {
        envelopeProblem.wrongKind(json, "an object");
      }
      hasTrace = true;
    }

    /** Reads a member of a message of the protocol, in which the profile may be. */
    private void readMessage(String pointer) throws IOException {
      if (!json.isAt(Token.START_OBJECT)) {
        json.skip();
        return;
      }
      while (json.nextMember()) {
        boolean isProfile = json.name().equals(PROFILE);
        if (isProfile) {
          readWrapped(pointer + "/" + PROFILE);
        } else {
          json.skip();
        }
      }
    }

    private void readWrapped(String pointer) throws IOException {
      if (!json.isAt(Token.START_OBJECT)) {
        json.skip();
        return;
      }
      if (wrapped.containsKey(pointer)) {
        envelopeProblem.duplicate(json);
        return;
      }
      ObjectScan scan = new ObjectScan(formats, context.at(pointer));
      wrapped.put(pointer, scan);
      while (json.nextMember()) {
        String member = json.name();
        if (!scan.readMember(member)) {
          json.skip();
        }
      }
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

    private ProfileReading choose(ObjectScan bare, int start) {
      Likeness likeness = bare.likeness();
      ObjectScan trace = bestWrapped();
      boolean isTraceAlike = trace != null && trace.likeness() != Likeness.NONE;
      if (likeness == Likeness.COMPLETE || (likeness != Likeness.NONE && !isTraceAlike)) {
        return accept(bare, new Builds(List.of(bare.builds)));
      }
      ProfileReading problem = envelopeProblem.get();
      if (problem != null) {
        return problem;
      }
      return trace != null && (isTraceAlike || hasTrace)
          ? accept(trace, new Builds(List.of(trace.builds, bare.builds)))
          : new Invalid(
              "", start, "The body holds no profile of a supported format." + furtherAdvice());
    }

    private @Nullable ObjectScan bestWrapped() {
      ObjectScan best = null;
      for (ObjectScan scan : wrapped.values()) {
        if (best == null || scan.likeness().compareTo(best.likeness()) > 0) {
          best = scan;
        }
      }
      return best;
    }

    private ProfileReading accept(ObjectScan scan, Builds builds) {
      ReportPlace report = new ReportPlace(context.text(), reportStart, reportEnd, functionsStart);
      ProfileReading reading = scan.finish(report, builds);
      if (!(reading instanceof ProfileReading.ReadProfile)) {
        return reading;
      }
      ProfileReading problem = reportProblem.get();
      if (problem != null) {
        return problem;
      }
      return reading;
    }

    static final class ObjectScan {
      private final List<JsonScan> scans;
      final BuildScan builds;

      ObjectScan(List<JsonFormat> formats, ScanContext context) {
        scans = new ArrayList<>(formats.size());
        for (JsonFormat format : formats) {
          scans.add(format.scan(context));
        }
        builds = new BuildScan(context);
      }

      /** Reads the current value; returns false, without moving, if no format has such a member. */
      boolean readMember(String member) throws IOException {
        for (JsonScan scan : scans) {
          if (scan.readMember(member)) {
            return true;
          }
        }
        return builds.readMember(member);
      }

      Likeness likeness() {
        return best().likeness();
      }

      ProfileReading finish(ReportPlace report, Builds named) {
        return best().finish(report, named);
      }

      private JsonScan best() {
        JsonScan best = scans.get(0);
        for (JsonScan scan : scans) {
          if (scan.likeness().compareTo(best.likeness()) > 0) {
            best = scan;
          }
        }
        return best;
      }
    }
  }
}
