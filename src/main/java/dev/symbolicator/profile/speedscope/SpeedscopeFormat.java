package dev.symbolicator.profile.speedscope;

import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ScanContext;
import java.util.List;

/** The files that speedscope exports, and that other profilers write for speedscope. */
public final class SpeedscopeFormat implements JsonFormat {
  static final String NAME = "speedscope";

  @Override
  public List<String> names() {
    return List.of(NAME);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new SpeedscopeScan(context);
  }
}
