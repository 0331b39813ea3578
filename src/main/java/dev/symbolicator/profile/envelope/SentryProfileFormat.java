package dev.symbolicator.profile.envelope;

import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ScanContext;
import java.util.List;

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
}
