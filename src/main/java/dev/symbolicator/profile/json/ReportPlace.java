package dev.symbolicator.profile.json;

import dev.symbolicator.json.JsonText;
import org.jspecify.annotations.Nullable;

/**
 * The place of the member {@code symbolication} in the outermost object.
 *
 * @param start the byte offset of its value, or of the closing brace if there is no such member;
 *     negative if there is no room for one
 * @param end the byte offset behind its value; equal to {@code start} if there is no such member
 */
public record ReportPlace(JsonText text, int start, int end) {

  /** Returns the place in a text that has no room for a report. */
  public static ReportPlace none(JsonText text) {
    return new ReportPlace(text, -1, -1);
  }

  /** Puts a report there, if there is one. */
  public void put(byte @Nullable [] report, Splice splice) {
    if (report == null || start < 0) {
      return;
    }
    if (start < end) {
      splice.replace(start, end).raw(report);
    } else {
      int last = splice.lastByteBefore(start);
      JsonBuffer added = splice.insert(last + 1);
      added.ascii(text.bytes()[last] == '{' ? "\"symbolication\":" : ",\"symbolication\":");
      added.raw(report);
    }
  }
}
