package dev.symbolicator.profile.formats;

import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.Builds;
import dev.symbolicator.profile.json.JsonFormat;
import dev.symbolicator.profile.json.JsonFormat.JsonScan;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice.ReportPlace;
import dev.symbolicator.profile.stacktext.StackTextFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** JSON files of profilers that are recognised only to say why their frames are not mapped. */
final class ForeignFormat implements JsonFormat {
  private static final String FIREFOX =
      "Profiles of Firefox are not supported yet. Record the page with the JS Self-Profiling API or"
          + " in Chrome, whose profiles are.";

  /** What a kind of file is, by members that all of its files have, and that no other has. */
  private record ForeignKind(Set<String> members, String reason) {}

  private static final List<ForeignKind> KINDS =
      List.of(
          new ForeignKind(Set.of("traceEvents"), ForeignBytes.CHROME_TRACE),
          new ForeignKind(Set.of("meta", "libs", "threads"), FIREFOX),
          // A recording of the Performance panel that Firefox had until version 100.
          new ForeignKind(Set.of("ticks", "allocations"), FIREFOX),
          new ForeignKind(Set.of("mode", "missed_samples"), ForeignBytes.STACKPROF),
          new ForeignKind(
              Set.of("snapshot", "edges"),
              "The first member of a heap snapshot must be `snapshot`, with its `meta`, as V8"
                  + " writes it."));

  private static final Set<String> MEMBERS =
      KINDS.stream()
          .flatMap(kind -> kind.members().stream())
          .collect(Collectors.toUnmodifiableSet());

  private final String advice;

  ForeignFormat(String advice) {
    this.advice = advice;
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public JsonScan scan(ScanContext context) {
    return new Scan(context);
  }

  private final class Scan implements JsonScan {
    private final ScanContext context;
    private final int start;
    private final Set<String> seen = new HashSet<>();

    Scan(ScanContext context) {
      this.context = context;
      start = context.json().start();
    }

    @Override
    public boolean readMember(String member) throws IOException {
      if (!MEMBERS.contains(member)) {
        return false;
      }
      seen.add(member);
      context.json().skip();
      return true;
    }

    @Override
    public Likeness likeness() {
      return seen.isEmpty() || problem() == null ? Likeness.NONE : Likeness.FOREIGN;
    }

    @Override
    public ProfileReading finish(ReportPlace report, Builds builds) {
      return new ProfileReading.Invalid(context.pointer(), start, problem() + " " + advice);
    }

    private @Nullable String problem() {
      return KINDS.stream()
          .filter(kind -> seen.containsAll(kind.members()))
          .map(ForeignKind::reason)
          .findFirst()
          .orElse(null);
    }
  }

  /**
   * Recognises profilers' files that are no JSON object, to say why their frames are not mapped.
   */
  static final class ForeignBytes {
    static final String CHROME_TRACE =
        "The body may be a trace of Chrome, but its beginning does not show this. Send the trace"
            + " with the query parameter format=chrome-trace.";
    private static final String PPROF =
        "The body is a pprof profile, which has no columns. A minified script has few lines, so its"
            + " functions cannot be found by line alone. Send the .cpuprofile of the same program,"
            + " such as node --cpu-prof writes.";
    static final String STACKPROF =
        "The body is a dump of stackprof, a profiler of Ruby. Its frames are of no JavaScript, so"
            + " there is nothing to map.";
    private static final String COLLAPSED =
        "The body is a list of collapsed stacks, which have names only. Functions of minified"
            + " scripts can be found by line and column alone.";

    private static final String SHORTENED_STACK =
        "The body looks like a stack. " + StackTextFormat.NO_POSITION;

    private static final int ENOUGH = 4096;

    private static final int ENOUGH_LINES = 10;
    private static final Pattern STACK = Pattern.compile("[^\\s;{\\[\"].* [0-9]++");
    private static final Pattern FRAME = Pattern.compile("\\s*+at .*:[0-9]++:[0-9]++\\)?+");
    private static final Pattern EVENT_PHASE = Pattern.compile("\"ph\"\\s*+:\\s*+\"");
    private static final Pattern EVENT_PROCESS = Pattern.compile("\"pid\"\\s*+:\\s*+[0-9]");

    private ForeignBytes() {}

    /** Returns why a body is not read; null if it is of no known kind. */
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

    private static boolean isProtobuf(byte[] bytes) {
      return bytes.length >= 3
          && bytes[0] == 0x0A
          && bytes[1] >= 2
          && bytes[1] < 9
          && bytes[2] == 8;
    }

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
}
