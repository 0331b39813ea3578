package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonText;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ReducibleProfile.LongTaskWindows;
import dev.symbolicator.profile.Profile.ReducibleProfile.Reduction;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionOptions;
import dev.symbolicator.profile.Profile.ReducibleProfile.ReductionReading;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.JsonBuffer;
import dev.symbolicator.profile.json.JsonBuffer.Milliseconds;
import dev.symbolicator.profile.json.JsonFormat.ScanContext;
import dev.symbolicator.profile.json.Splice;
import dev.symbolicator.profile.selfprofile.TraceContents.TraceContentsReader;
import dev.symbolicator.profile.selfprofile.TraceContents.TraceWalk;
import dev.symbolicator.profile.selfprofile.TraceReduction.ArrayRewriter;
import dev.symbolicator.profile.selfprofile.TraceReduction.ArrayRewriter.EntryRule;
import dev.symbolicator.profile.selfprofile.TraceReduction.NewIndexes;
import dev.symbolicator.profile.selfprofile.TraceReduction.SampleChoice;
import dev.symbolicator.timeline.TimeWindows;
import dev.symbolicator.timeline.Timeline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Leaves samples out of a trace, and the stacks, frames and resources that no sample uses. */
final class TraceReduction {
  /** The copies of the text while it is written: a buffer that doubles, and the result. */
  private static final int TEXT_COPIES = 4;

  private static final long MICROS = 1000;

  private final ScanContext context;
  private final TraceContents contents;
  private final FrameTable frames;
  private final int resources;
  private @Nullable LongTaskWindows windows;

  TraceReduction(ScanContext context, TraceContents contents, FrameTable frames, int resources) {
    this.context = context;
    this.contents = contents;
    this.frames = frames;
    this.resources = resources;
  }

  ReductionReading reduce(ReductionOptions options) {
    TimeWindows times = null;
    if (options.longTaskMillis() > 0) {
      long threshold = options.longTaskMillis() * MICROS;
      times = contents.longTasks == null ? derived(threshold) : listed(threshold);
      if (times == null) {
        return tooCoarse(options.longTaskMillis());
      }
      windows = new LongTaskWindows(times.size(), contents.longTasks != null);
    }
    int length = context.text().end() - context.text().start();
    contents.memory.take((long) TEXT_COPIES * length);
    SampleChoice choice = new SampleChoice(contents, times);
    byte[] reduced = write(choice, options.roundsTimes());
    return new ReductionReading.ReducedProfile(
        reduced,
        new Reduction(
            choice.kept(), contents.times.size(), windows, (long) length - reduced.length));
  }

  private TimeWindows listed(long threshold) {
    Longs starts = new Longs(contents.memory);
    Longs lengths = new Longs(contents.memory);
    TraceContents.LongTasks tasks = contents.longTasks;
    for (int i = 0; tasks != null && i < tasks.starts().size(); i++) {
      if (tasks.lengths().get(i) >= threshold) {
        starts.add(tasks.starts().get(i));
        lengths.add(tasks.lengths().get(i));
      }
    }
    return TimeWindows.join(starts, lengths, contents.memory);
  }

  /** Returns the busy stretches; null if the samples are too far apart to tell them. */
  private @Nullable TimeWindows derived(long threshold) {
    Timeline timeline = contents.timeline();
    return 2 * timeline.median() > threshold
        ? null
        : TimeWindows.busy(timeline, threshold, contents.memory);
  }

  private ReductionReading tooCoarse(int threshold) {
    return new ReductionReading.UnreducedProfile(
        new ProfileReading.Unavailable(
            true,
            "The samples are too far apart to tell tasks of %1$d ms: their median distance is more than %1$d / 2 ms. Send the browser's list of long tasks as the member `longTasks`, or ask for a larger threshold."
                .formatted(threshold)));
  }

  private byte[] write(SampleChoice choice, boolean roundsTimes) {
    Ints used = new Ints(contents.memory);
    for (int i = 0; i < contents.times.size(); i++) {
      if (choice.isKept(i)) {
        used.add(contents.sampleStacks.get(i));
      }
    }
    Ints reached = contents.stacks.reached(used);
    NewIndexes stacks = new NewIndexes(reached.size(), contents.memory);
    NewIndexes keptFrames = new NewIndexes(contents.functions.size(), contents.memory);
    for (int stack = 0; stack < reached.size(); stack++) {
      if (reached.get(stack) != 0) {
        stacks.keep(stack);
        keptFrames.keep(contents.stacks.function(stack));
      }
    }
    NewIndexes keptResources = new NewIndexes(resources, contents.memory);
    for (ProfileFrame frame : frames.frames()) {
      if (keptFrames.of(frames.label(frame.index())) != NewIndexes.DROPPED) {
        keptResources.keep(frame.script());
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new TraceRewriter(
            context,
            new TraceRewriter.KeptEntries(
                choice, stacks.number(), keptFrames.number(), keptResources.number()),
            roundsTimes)
        .writeTo(out);
    return out.toByteArray();
  }

  /** The indices of the entries of an array that are kept, in their old order. */
  static final class NewIndexes {
    static final int DROPPED = -1;

    private final Ints indexes;

    NewIndexes(int entries, Allowance memory) {
      indexes = Ints.filled(entries, DROPPED, memory);
    }

    void keep(int entry) {
      indexes.set(entry, 0);
    }

    NewIndexes number() {
      int next = 0;
      for (int i = 0; i < indexes.size(); i++) {
        if (indexes.get(i) != DROPPED) {
          indexes.set(i, next++);
        }
      }
      return this;
    }

    int of(int entry) {
      return entry < 0 || entry >= indexes.size() ? DROPPED : indexes.get(entry);
    }
  }

  /**
   * Chooses the samples to keep. Those left out must not stretch their neighbours: a sample without
   * a stack closes each run of kept ones, at the time of the next. The first and the last time
   * stamp stay.
   */
  static final class SampleChoice {
    private static final int DROPPED = 0;
    private static final int IDLE = 1;
    private static final int KEPT = 2;

    private final Ints choices;
    private final int kept;

    /** Keeps all samples if {@code windows} is null. */
    SampleChoice(TraceContents contents, @Nullable TimeWindows windows) {
      choices = new Ints(contents.memory);
      int last = contents.times.size() - 1;
      int count = 0;
      for (int i = 0; i <= last; i++) {
        if (windows == null || windows.contains(contents.times.get(i))) {
          choices.add(KEPT);
          count++;
        } else {
          boolean closes = i > 0 && choices.get(i - 1) == KEPT;
          choices.add(closes || i == 0 || i == last ? IDLE : DROPPED);
        }
      }
      kept = count;
    }

    int kept() {
      return kept;
    }

    boolean isKept(int sample) {
      return choices.get(sample) == KEPT;
    }

    boolean isIdle(int sample) {
      return choices.get(sample) == IDLE;
    }
  }

  /** Copies an array, without some of its entries, and with some other values in the rest. */
  static final class ArrayRewriter {
    private static final String TIME = "timestamp";

    private final byte[] bytes;
    private final JsonReader json;
    private final JsonBuffer out;

    ArrayRewriter(JsonText array, ProfileLimits limits, JsonBuffer out) {
      bytes = array.bytes();
      json = limits.reader(array);
      this.out = out;
    }

    interface EntryRule {
      /** Tells whether an entry stays; {@code json} stands there and must not be moved. */
      boolean keeps(int index, JsonReader json) throws IOException;

      /** Tells whether an entry that stays has its time stamp alone. */
      default boolean isTimeOnly(int index) {
        return false;
      }

      /**
       * Returns JSON for a member's value, at which {@code json} stands; null if the value stays.
       */
      default @Nullable String replacement(String member, JsonReader json) throws IOException {
        return null;
      }
    }

    void copy(EntryRule rule) throws IOException {
      json.next();
      String separator = "[";
      for (int index = 0; json.nextEntry(); index++) {
        if (rule.keeps(index, json)) {
          out.ascii(separator);
          separator = ",";
          copyEntry(rule, rule.isTimeOnly(index));
        } else {
          json.skip();
        }
      }
      out.ascii(separator.equals("[") ? "[]" : "]");
    }

    private void copyEntry(EntryRule rule, boolean isTimeOnly) throws IOException {
      int copied = json.start();
      if (json.isAt(Token.START_OBJECT)) {
        while (json.nextMember()) {
          String member = json.name();
          String replacement = rule.replacement(member, json);
          if (isTimeOnly && member.equals(TIME)) {
            out.ascii("{\"" + TIME + "\":");
            copyValue(replacement);
            out.ascii("}");
          } else if (!isTimeOnly && replacement != null) {
            out.bytes(bytes, copied, json.start());
            out.ascii(replacement);
            copied = json.end();
          }
          json.skip();
        }
      } else {
        json.skip();
      }
      if (!isTimeOnly) {
        out.bytes(bytes, copied, json.end());
      }
    }

    private void copyValue(@Nullable String replacement) {
      if (replacement == null) {
        out.bytes(bytes, json.start(), json.end());
      } else {
        out.ascii(replacement);
      }
    }
  }

  /**
   * Writes a trace without the entries that are left out. Other bytes stay, except for indices and
   * white space between.
   */
  static final class TraceRewriter extends TraceWalk {
    private static final String RESOURCE = "resourceId";

    private final ScanContext context;
    private final KeptEntries kept;
    private final boolean roundsTimes;
    private final Splice splice;

    record KeptEntries(
        SampleChoice samples, NewIndexes stacks, NewIndexes frames, NewIndexes resources) {}

    TraceRewriter(ScanContext context, KeptEntries kept, boolean roundsTimes) {
      super(context.text(), context.pointer(), context.limits());
      this.context = context;
      this.kept = kept;
      this.roundsTimes = roundsTimes;
      splice = new Splice(context.text());
    }

    void writeTo(OutputStream out) {
      walk();
      try {
        splice.writeTo(out);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }

    @Override
    protected void readMember(String member, boolean isInTrace) throws IOException {
      boolean isArray = json.isAt(Token.START_ARRAY);
      int start = json.start();
      json.skip();
      EntryRule rule = isArray ? rule(member, isInTrace) : null;
      if (rule != null) {
        JsonText array = new JsonText(context.text().bytes(), start, json.end());
        new ArrayRewriter(array, context.limits(), splice.replace(start, json.end())).copy(rule);
      }
    }

    private @Nullable EntryRule rule(String member, boolean isInTrace) {
      if (member.equals("releases") || member.equals("debugIds")) {
        return new BuildRule();
      }
      if (!isInTrace) {
        return null;
      }
      return switch (member) {
        case "frames" -> new FrameRule();
        case "resources" -> (index, value) -> isKept(kept.resources(), index);
        case "stacks" -> new StackRule();
        case "samples" -> new SampleRule();
        default -> null;
      };
    }

    private static boolean isKept(NewIndexes indexes, int index) {
      return indexes.of(index) != NewIndexes.DROPPED;
    }

    /** Returns the new index for the one at which a cursor stands; null for any other value. */
    private static @Nullable String newIndex(NewIndexes indexes, JsonReader value)
        throws IOException {
      double index = value.number();
      int found = index == Math.rint(index) ? indexes.of((int) index) : NewIndexes.DROPPED;
      return found == NewIndexes.DROPPED ? null : Integer.toString(found);
    }

    private final class FrameRule implements EntryRule {
      @Override
      public boolean keeps(int index, JsonReader entry) {
        return isKept(kept.frames(), index);
      }

      @Override
      public @Nullable String replacement(String member, JsonReader value) throws IOException {
        return member.equals(RESOURCE) ? newIndex(kept.resources(), value) : null;
      }
    }

    private final class StackRule implements EntryRule {
      @Override
      public boolean keeps(int index, JsonReader entry) {
        return isKept(kept.stacks(), index);
      }

      @Override
      public @Nullable String replacement(String member, JsonReader value) throws IOException {
        return switch (member) {
          case "frameId" -> newIndex(kept.frames(), value);
          case "parentId" -> newIndex(kept.stacks(), value);
          default -> null;
        };
      }
    }

    private final class SampleRule implements EntryRule {
      @Override
      public boolean keeps(int index, JsonReader entry) {
        return kept.samples().isKept(index) || kept.samples().isIdle(index);
      }

      @Override
      public boolean isTimeOnly(int index) {
        return kept.samples().isIdle(index);
      }

      @Override
      public @Nullable String replacement(String member, JsonReader value) throws IOException {
        return switch (member) {
          case "stackId" -> newIndex(kept.stacks(), value);
          case "timestamp" ->
              roundsTimes
                  ? Milliseconds.ofMicros(TraceContentsReader.micros(value.number()))
                  : null;
          default -> null;
        };
      }
    }

    /** The rule of lists of releases and debug IDs, whose entries belong to resources. */
    private final class BuildRule implements EntryRule {
      @Override
      public boolean keeps(int index, JsonReader entry) throws IOException {
        if (!entry.isAt(Token.START_OBJECT)) {
          return true;
        }
        JsonText rest = new JsonText(context.text().bytes(), entry.start(), context.text().end());
        JsonReader ahead = context.limits().reader(rest);
        ahead.next();
        while (ahead.nextMember()) {
          boolean isResource = ahead.name().equals(RESOURCE);
          double resource = isResource ? ahead.number() : Double.NaN;
          if (resource >= 0 && resource == Math.rint(resource)) {
            return isKept(kept.resources(), (int) resource);
          }
          ahead.skip();
        }
        return true;
      }

      @Override
      public @Nullable String replacement(String member, JsonReader value) throws IOException {
        return member.equals(RESOURCE) ? newIndex(kept.resources(), value) : null;
      }
    }
  }
}
