package dev.symbolicator.profile.stacktext;

import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ScanContext;

/** The text of {@code Error.stack} as the member {@code stack} of a JSON object. */
public final class StackMemberFormat implements JsonFormat {
  @Override
  public String name() {
    return StackTextFormat.NAME;
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new StackMemberScan(context);
  }
}
