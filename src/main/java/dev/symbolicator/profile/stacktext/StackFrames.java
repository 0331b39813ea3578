package dev.symbolicator.profile.stacktext;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ProfileFrame.PositionKind;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.json.FirstProblem;
import dev.symbolicator.profile.json.FrameTable.ScriptList;
import dev.symbolicator.profile.stacktext.StackLine.Form;
import java.util.ArrayList;
import java.util.List;

/** The frames of a stack: the parts of its lines with a position, and their scripts. */
final class StackFrames {
  final StackText text;
  private final ProfileLimits limits;
  private final Allowance memory;
  final FirstProblem problem = new FirstProblem();
  private final ScriptList scripts;
  final List<ProfileFrame> frames = new ArrayList<>();
  private final List<StackLine> lines = new ArrayList<>();

  StackFrames(StackText text, ProfileLimits limits, Allowance memory) {
    this.text = text;
    this.limits = limits;
    this.memory = memory;
    scripts = new ScriptList(limits, memory, problem);
  }

  static boolean areIn(StackText text) {
    int from = text.start;
    while (from < text.end) {
      int end = text.endOfLine(from);
      if (new StackLine.Reader(text, from, end).next(from) != null) {
        return true;
      }
      from = end + 1;
    }
    return false;
  }

  void read() {
    int from = text.start;
    while (from < text.end && !problem.isPresent()) {
      int end = text.endOfLine(from);
      StackLine.Reader reader = new StackLine.Reader(text, from, end);
      StackLine line = reader.next(from);
      while (line != null && !problem.isPresent()) {
        add(line);
        line = reader.next(line.end());
      }
      from = end + 1;
    }
  }

  private void add(StackLine line) {
    int place = text.place(line.nameStart());
    if (frames.size() == limits.maxFrames()) {
      problem.limitExceeded(ProfileLimits.MAX_FRAMES, limits.maxFrames(), place);
    } else if (line.end() - line.nameStart() > limits.maxStringLength()) {
      problem.limitExceeded(ProfileLimits.MAX_STRING_LENGTH, limits.maxStringLength(), place);
    } else {
      String label = text.text(line.nameStart(), line.nameEnd());
      memory.take(ProfileLimits.FRAME_BYTES, label);
      int script = scripts.index(text.text(line.urlStart(), line.urlEnd()), place);
      if (script >= 0) {
        String name = FunctionLabel.of(line.form(), label).name();
        frames.add(
            new ProfileFrame(
                frames.size(), script, line.line(), line.column(), name, PositionKind.EXECUTING));
        lines.add(line);
      }
    }
  }

  List<String> scripts() {
    return scripts.urls();
  }

  StackLine line(int frame) {
    return lines.get(frame);
  }

  /**
   * The text for a function in a line: {@code async} and {@code new} of Chromium, the type of
   * {@code this} with a dot, the own name, and {@code " [as x]"}; each may be empty.
   */
  record FunctionLabel(String prefix, String receiver, String name, String alias) {
    private static final String ANONYMOUS = "<anonymous>";

    /** What the consoles of browsers show for a function without a name. */
    static final String CONSOLE_ANONYMOUS = "(anonymous)";

    private static final String COMPUTED = "<computed>";

    private static final String ASYNC = "async ";
    private static final String NEW = "new ";
    private static final String OBJECT = "Object.";
    private static final String ALIAS = " [as ";

    static FunctionLabel of(Form form, String text) {
      if (form == Form.AT_SIGN || form == Form.SPACED) {
        return new FunctionLabel("", "", text.equals(CONSOLE_ANONYMOUS) ? "" : text, "");
      }
      int prefix = text.startsWith(ASYNC) ? ASYNC.length() : 0;
      prefix += text.startsWith(NEW, prefix) ? NEW.length() : 0;
      int alias = text.endsWith("]") ? text.lastIndexOf(ALIAS) : -1;
      int end = alias < prefix ? text.length() : alias;
      int key = text.lastIndexOf('[', end - 1); // of [Symbol.iterator]
      int name = text.lastIndexOf('.', (key >= prefix ? key : end) - 1) + 1;
      name = name < prefix || name == end ? prefix : name;
      String own = text.substring(name, end);
      return new FunctionLabel(
          text.substring(0, prefix),
          text.substring(prefix, name),
          own.equals(ANONYMOUS) ? "" : own,
          text.substring(end));
    }

    /**
     * {@code Object} is not of the generated code: V8 gives it to functions of a CommonJS module
     * too.
     */
    boolean hasReceiver() {
      return !receiver.isEmpty() && !receiver.equals(OBJECT);
    }

    /** V8 has words in angle brackets for code without a function of its own. */
    boolean isReplacedBy(String other) {
      return !other.equals(name) && (!name.startsWith("<") || name.equals(COMPUTED));
    }

    /**
     * Returns the text with another name. The receiver's type, a name of the generated code, goes,
     * unless it is {@code Object}, and so does an alias equal to the name. Empty, or {@code async},
     * without a name.
     */
    String with(String other) {
      String kept = receiver.equals(OBJECT) && other.indexOf('.') < 0 ? receiver : "";
      if (other.isEmpty()) {
        boolean isNamed = prefix.endsWith(NEW) || !kept.isEmpty();
        return prefix + kept + (isNamed ? ANONYMOUS : "");
      }
      boolean isAlias = alias.equals(ALIAS + other + "]");
      return prefix + kept + other + (isAlias ? "" : alias);
    }
  }
}
