package dev.symbolicator.profile.formats;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.TimedProfile;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.ReadTimeline;
import dev.symbolicator.profile.Profile.TimedProfile.TimelineReading.UnreadTimeline;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Traces with samples, recorded or random, and their timelines. */
public final class TimedTraces {
  /** The trace of MDN's page "Profile anatomy and format". */
  public static final String MDN =
      """
      {"frames": [{"name": "Profiler"}, {"column": 27, "line": 5, "name": "handleClick", "resourceId": 0},
        {"column": 17, "line": 6, "name": "isPrime", "resourceId": 1},
        {"column": 26, "line": 15, "name": "genPrimes", "resourceId": 1}],
       "resources": ["http://localhost:3000/main.js", "http://localhost:3000/generate.js"],
       "samples": [{"stackId": 1, "timestamp": 2972.734999999404}, {"stackId": 3, "timestamp": 2973.4899999946356},
        {"stackId": 3, "timestamp": 2974.5700000077486}, {"stackId": 3, "timestamp": 2977.8649999946356},
        {"stackId": 3, "timestamp": 2978.4899999946356}, {"stackId": 3, "timestamp": 2978.6950000077486},
        {"stackId": 3, "timestamp": 2978.9500000029802}, {"stackId": 3, "timestamp": 2979.405000001192},
        {"stackId": 2, "timestamp": 2980.030000001192}, {"stackId": 2, "timestamp": 2980.655000001192}],
       "stacks": [{"frameId": 1}, {"frameId": 0, "parentId": 0}, {"frameId": 3, "parentId": 0},
        {"frameId": 2, "parentId": 2}]}
      """;

  private static final String[] NAMES = {
    "", "a", "b", "#m", "a;b\\nc", "größer 😀", "\\ud800x", "\\u0000\\\"\\\\", "x\\u2028 3"
  };
  private static final String[] MARKERS = {
    "script", "gc", "style", "layout", "paint", "other", "?"
  };

  private TimedTraces() {}

  /** Returns the recordings of the shared corpus and of long tasks; none where they are absent. */
  public static List<Path> recorded() {
    List<Path> files = new ArrayList<>();
    Path shared = Path.of("../shared");
    for (Path folder :
        List.of(
            shared.resolve("corpus"),
            shared.resolve("formats/long-tasks"),
            shared.resolve("formats/self-profiling-variants"))) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> all = Files.walk(folder, 2)) {
          all.filter(
                  file ->
                      file.endsWith("trace.json")
                          || (file.getParent().endsWith("long-tasks")
                              && file.toString().endsWith(".json")))
              .sorted()
              .forEach(files::add);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return files;
  }

  /** Returns a trace of 774 KB with stacks of 9,000 to 10,000 functions. */
  public static String deepStacks() {
    StringBuilder stacks = new StringBuilder("{\"frameId\":0}");
    StringBuilder samples = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      stacks.append(",{\"frameId\":0,\"parentId\":").append(i).append('}');
      samples.append(i == 0 ? "{" : ",{").append("\"timestamp\":").append(i);
      samples.append(",\"stackId\":").append(9_000 + i % 1000).append('}');
    }
    return "{\"frames\":[{\"name\":\"f\"}],\"resources\":[],\"stacks\":[%s],\"samples\":[%s]}"
        .formatted(stacks, samples);
  }

  /** Returns a random trace whose samples may be interpreted. */
  public static String random(Random random) {
    int frames = 1 + random.nextInt(6);
    int stacks = 1 + random.nextInt(12);
    boolean isForward = random.nextInt(4) == 0;
    StringBuilder text =
        new StringBuilder("{\"resources\":[\"http://x/a.js\",\"http://x/b.js?q\"]");
    text.append(",\"frames\":[");
    for (int i = 0; i < frames; i++) {
      text.append(i == 0 ? "{" : ",{").append("\"name\":\"");
      text.append(NAMES[random.nextInt(NAMES.length)]).append('"');
      if (random.nextInt(5) > 0) {
        text.append(",\"resourceId\":").append(random.nextInt(2));
        if (random.nextInt(8) > 0) {
          text.append(",\"line\":").append(1 + random.nextInt(3));
          text.append(",\"column\":").append(1 + random.nextInt(3));
        }
      }
      text.append('}');
    }
    text.append("],\"samples\":[");
    double time = random.nextInt(5) * 100.0;
    int samples = random.nextInt(30);
    for (int i = 0; i < samples; i++) {
      text.append(i == 0 ? "{" : ",{").append("\"timestamp\":").append(time);
      if (random.nextInt(3) > 0) {
        text.append(",\"stackId\":").append(random.nextInt(stacks));
      }
      if (random.nextInt(4) == 0) {
        text.append(",\"marker\":\"").append(MARKERS[random.nextInt(MARKERS.length)]).append('"');
      }
      text.append('}');
      time += random.nextInt(20) == 0 ? 250 * random.nextDouble() : random.nextInt(3) * 5.3;
    }
    text.append("],\"stacks\":[");
    for (int i = 0; i < stacks; i++) {
      int parent = isForward ? i + 1 + random.nextInt(3) : i - 1 - random.nextInt(3);
      text.append(i == 0 ? "{" : ",{").append("\"frameId\":").append(random.nextInt(frames));
      if (parent >= 0 && parent < stacks) {
        text.append(",\"parentId\":").append(parent);
      }
      text.append('}');
    }
    text.append(']');
    if (random.nextBoolean()) {
      text.append(",\"sampleInterval\":").append(1 + random.nextInt(20));
    }
    text.append('}');
    return random.nextBoolean() ? text.toString() : "{\"v\":1,\"trace\":" + text + "}";
  }

  /** Reads a body as a profile that can be interpreted. */
  public static TimedProfile profile(String body) {
    ProfileReading reading = reading(body);
    Profile profile = assertInstanceOf(ProfileReading.ReadProfile.class, reading).profile();
    return assertInstanceOf(TimedProfile.class, profile);
  }

  /** Reads a body. */
  public static ProfileReading reading(String body) {
    return ProfileReader.read(
        ProfileBody.of(body.getBytes(StandardCharsets.UTF_8)),
        ProfileLimits.DEFAULT,
        Allowances.plenty());
  }

  /** Returns the timeline of a body that has one. */
  public static Timeline timeline(String body) {
    return assertInstanceOf(ReadTimeline.class, profile(body).timeline(Allowances.plenty()))
        .timeline();
  }

  /** Returns the problem of a profile that cannot be interpreted. */
  public static ProfileReading.Invalid problem(String body) {
    ProfileReading problem =
        assertInstanceOf(UnreadTimeline.class, profile(body).timeline(Allowances.plenty()))
            .problem();
    return assertInstanceOf(ProfileReading.Invalid.class, problem);
  }
}
