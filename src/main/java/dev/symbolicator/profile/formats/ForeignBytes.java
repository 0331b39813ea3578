package dev.symbolicator.profile.formats;

import dev.symbolicator.profile.stacktext.StackTextFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Recognises profilers' files that are no JSON object, to say why their frames are not mapped. */
final class ForeignBytes {
  static final String CHROME_TRACE =
      "The body may be a trace of Chrome, but its beginning does not show this. Send the trace with"
          + " the query parameter format=chrome-trace.";
  private static final String PPROF =
      "The body is a pprof profile, which has no columns. A minified script has few lines, so its"
          + " functions cannot be found by line alone. Send the .cpuprofile of the same program, such"
          + " as node --cpu-prof writes.";
  static final String STACKPROF =
      "The body is a dump of stackprof, a profiler of Ruby. Its frames are of no JavaScript, so there"
          + " is nothing to map.";
  private static final String COLLAPSED =
      "The body is a list of collapsed stacks, which have names only. Functions of minified scripts"
          + " can be found by line and column alone.";

  private static final String SHORTENED_STACK =
      "The body looks like a stack. " + StackTextFormat.NO_POSITION;

  /** The bytes that are looked at. */
  private static final int ENOUGH = 4096;

  private static final int ENOUGH_LINES = 10;
  private static final Pattern STACK = Pattern.compile("[^\\s;{\\[\"].* [0-9]++");
  private static final Pattern FRAME = Pattern.compile("\\s*+at .*:[0-9]++:[0-9]++\\)?+");
  private static final Pattern EVENT_PHASE = Pattern.compile("\"ph\"\\s*+:\\s*+\"");
  private static final Pattern EVENT_PROCESS = Pattern.compile("\"pid\"\\s*+:\\s*+[0-9]");

  private ForeignBytes() {}

  /**
   * Returns the reason why a body is not read; null if the body is of no known kind.
   *
   * @param body of no supported format, so none of its lines has a position in a script
   */
  static @Nullable String reason(byte[] body) {
    if (isProtobuf(body) || isProtobuf(beginningOfGzip(body))) {
      return PPROF;
    }
    if (isMarshalledHash(body)) {
      return STACKPROF;
    }
    String text = new String(body, 0, Math.min(body.length, ENOUGH), StandardCharsets.UTF_8);
    if (text.stripLeading().startsWith("[")) {
      boolean isTrace = EVENT_PHASE.matcher(text).find() && EVENT_PROCESS.matcher(text).find();
      return isTrace ? CHROME_TRACE : null;
    }
    if (text.lines().anyMatch(line -> FRAME.matcher(line).matches())) {
      return SHORTENED_STACK;
    }
    return areStacks(text, body.length <= ENOUGH) ? COLLAPSED : null;
  }

  /** Tells whether bytes begin with pprof's field sample_type: a message whose first field is 1. */
  private static boolean isProtobuf(byte[] bytes) {
    return bytes.length >= 3 && bytes[0] == 0x0A && bytes[1] >= 2 && bytes[1] < 9 && bytes[2] == 8;
  }

  /** Tells whether bytes begin with a hash as Ruby's Marshal 4.8 writes it. */
  private static boolean isMarshalledHash(byte[] bytes) {
    return bytes.length > 2 && bytes[0] == 4 && bytes[1] == 8 && bytes[2] == '{';
  }

  private static byte[] beginningOfGzip(byte[] body) {
    if (body.length < 2 || body[0] != 0x1F || body[1] != (byte) 0x8B) {
      return new byte[0];
    }
    byte[] beginning = Arrays.copyOf(body, Math.min(body.length, ENOUGH));
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(beginning))) {
      return in.readNBytes(3);
    } catch (IOException damaged) {
      return new byte[0];
    }
  }

  private static boolean areStacks(String text, boolean isWhole) {
    List<String> lines = text.lines().limit(ENOUGH_LINES + 1L).toList();
    // The last line that is looked at may be cut off.
    List<String> whole =
        isWhole && lines.size() <= ENOUGH_LINES
            ? lines
            : lines.subList(0, Math.max(0, lines.size() - 1));
    return !whole.isEmpty()
        && whole.stream().anyMatch(line -> line.indexOf(';') > 0)
        && whole.stream().allMatch(line -> STACK.matcher(line).matches());
  }
}
