package dev.symbolicator.profile.stacktext;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileBody.BodyFormat;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.Splice.ReportPlace;

/**
 * The text of {@code Error.stack} of Chromium, Firefox and Safari: any text but a JSON object with
 * a position in a script in at least one line.
 */
public final class StackTextFormat implements BodyFormat {
  /** What is wrong with a text that is no stack, and what to do. */
  public static final String NO_POSITION =
      "No line has a frame with a URL or an absolute path, a line and a column. Chrome's console"
          + " shortens URLs. Send the text of error.stack.";

  public static final String NAME = "stack";
  private static final String MEDIA_TYPE = "text/plain; charset=utf-8";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean recognises(ProfileBody body) {
    return !isObject(body.bytes()) && StackFrames.areIn(StackText.ofBody(body.bytes()));
  }

  /** Tells whether a body is a JSON object by its first byte that is not white space. */
  public static boolean isObject(byte[] body) {
    return JsonText.of(body).firstByte() == '{';
  }

  @Override
  public ProfileReading read(ProfileBody body, ProfileLimits limits, Allowance memory) {
    JsonText text = JsonText.of(body.bytes());
    int malformed = text.firstMalformed();
    if (malformed >= 0) {
      return ProfileReading.NotJson.notUtf8(malformed);
    }
    StackFrames frames = new StackFrames(StackText.ofBody(body.bytes()), limits, memory);
    frames.read();
    return frames.problem.or(
        () ->
            new StackProfile(
                frames, body.plainTextOr(MEDIA_TYPE), Builds.NONE, ReportPlace.none(text)));
  }
}
