package dev.symbolicator.profile.json;

import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.JsonScan.Likeness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads one object as a profile of each format. */
final class ObjectScan {
  private final List<JsonScan> scans;
  private final BuildScan builds;

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

  BuildScan builds() {
    return builds;
  }

  ProfileReading finish(ReportPlace report, Builds named) {
    return best().finish(report, named);
  }

  /** Returns the first of the scans that are most alike. */
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
