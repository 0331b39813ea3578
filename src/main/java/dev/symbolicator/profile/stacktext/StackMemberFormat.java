package dev.symbolicator.profile.stacktext;

import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonScan;
import dev.symbolicator.profile.json.ScanContext;
import java.util.List;

/** The text of {@code Error.stack} as the member {@code stack} of a JSON object. */
public final class StackMemberFormat implements JsonFormat {
  @Override
  public List<String> names() {
    return List.of(StackTextFormat.NAME);
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new StackMemberScan(context);
  }
}
