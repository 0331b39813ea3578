package dev.symbolicator.profile.selfprofile;

import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ReducibleProfile.LongTaskWindows;
import dev.symbolicator.profile.ReducibleProfile.Reduction;
import dev.symbolicator.profile.ReducibleProfile.ReductionOptions;
import dev.symbolicator.profile.ReducibleProfile.ReductionReading;
import dev.symbolicator.profile.json.FrameTable;
import dev.symbolicator.profile.json.ScanContext;
import dev.symbolicator.timeline.TimeWindows;
import dev.symbolicator.timeline.Timeline;
import java.io.ByteArrayOutputStream;
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

  /**
   * Prepares a reduction.
   *
   * @param context that of the object which is the trace
   * @param contents has no problem
   * @param resources how many resources the trace has
   */
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
}
