package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ScanContext;
import java.util.List;

/** The trace of the JS Self-Profiling API, as {@code Profiler.stop()} gives it. */
public final class SelfProfileFormat implements JsonFormat {
  static final String NAME = "js-self-profile";

  @Override
  public List<String> names() {
    return List.of(NAME);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new SelfProfileScan(context);
  }
}
