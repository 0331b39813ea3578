package dev.symbolicator.profile.stacktext;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonFormat.JsonScan;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  static final class StackMemberScan implements JsonScan {
    private static final String STACK = "stack";

    private final ScanContext context;
    private final JsonReader json;
    private final FirstProblem problem = new FirstProblem();
    private @Nullable StackFrames frames;
    private final int start;
    private boolean hasStack;

    StackMemberScan(ScanContext context) {
      this.context = context;
      json = context.json();
      start = json.start();
    }

    @Override
    public boolean readMember(String member) throws IOException {
      if (!member.equals(STACK) || !json.isAt(Token.VALUE_STRING)) {
        return false;
      }
      if (hasStack) {
        problem.duplicate(json);
        return true;
      }
      hasStack = true;
      int from = json.start() + 1;
      int to = json.end() - 1;
      context.memory().take((long) StackText.BYTES_FOR_EACH_OF_JSON * (to - from));
      frames =
          new StackFrames(
              StackText.ofString(context.text().bytes(), from, to),
              context.limits(),
              context.memory());
      frames.read();
      return true;
    }

    @Override
    public Likeness likeness() {
      if (!hasStack) {
        return Likeness.NONE;
      }
      return frames != null && frames.frames.isEmpty() && !frames.problem.isPresent()
          ? Likeness.PARTIAL
          : Likeness.COMPLETE;
    }

    @Override
    public ProfileReading finish(ReportPlace report, Builds builds) {
      StackFrames read = frames;
      if (read == null) {
        return new ProfileReading.Invalid(
            context.pointer(),
            start,
            "The object lacks `stack`. Send the stack of an error as this member, a string.");
      }
      ProfileReading found = problem.get();
      return found != null
          ? found
          : read.problem.or(() -> new StackProfile(read, "application/json", builds, report));
    }
  }
}
