package dev.symbolicator.bench;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.OriginalFrame;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.testing.Allowances;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a Sentry chunk, a Datadog form and a bare trace of 100 KB, writes each with all frames
 * mapped, and prints the CPU time of each beside that of the trace. The bodies take turns.
 */
final class FormatRates {
  private static final int BYTES = 100_000;
  private static final int FRAMES = 300;
  private static final int STACKS = 600;
  private static final int ROUNDS = 41;
  private static final int TURNS = 200;

  private FormatRates() {}

  public static void main(String[] args) throws IOException {
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("bare trace", utf8(filled("", trace(), "]}")));
    bodies.put(
        "Datadog form",
        utf8(filled(form(), trace(), "]}\r\n------WebKitFormBoundary8XZx4cAQjPXsvzAR--\r\n")));
    bodies.put("Sentry chunk", utf8(filled(envelope(), chunk(), "]}}")));
    double[][] nanos = new double[bodies.size()][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      int which = 0;
      for (byte[] body : bodies.values()) {
        nanos[which++][round] = cpuOf(body);
      }
    }
    double bare = 0;
    int which = 0;
    for (Map.Entry<String, byte[]> body : bodies.entrySet()) {
      double[] times = Arrays.copyOfRange(nanos[which++], ROUNDS / 2, ROUNDS);
      Arrays.sort(times);
      double micros = times[times.length / 2] / 1000;
      bare = bare == 0 ? micros : bare;
      System.out.printf(
          Locale.ROOT,
          "%-14s %7d bytes %8.1f us  %.2f%n",
          body.getKey(),
          body.getValue().length,
          micros,
          micros / bare);
    }
  }

  private static double cpuOf(byte[] body) throws IOException {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < TURNS; i++) {
      ProfileReading reading =
          ProfileReader.read(ProfileBody.of(body), ProfileLimits.DEFAULT, Allowances.plenty());
      Profile profile = ((ProfileReading.ReadProfile) reading).profile();
      profile.write(FormatRates::original, null, OutputStream.nullOutputStream());
    }
    return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / (double) TURNS;
  }

  private static OriginalFrame original(ProfileFrame frame) {
    String source = "https://shop.example.com/assets/src/view" + frame.index() % 20 + ".ts";
    return new OriginalFrame(source, frame.index(), 4, "renderBasket");
  }

  private static String trace() {
    StringBuilder text = new StringBuilder("{\"frames\":[");
    for (int i = 0; i < FRAMES; i++) {
      text.append(i == 0 ? "" : ",")
          .append(
              "{\"column\":"
                  + (100 * i + 1)
                  + ",\"line\":1,\"name\":\"f"
                  + i
                  + "\",\"resourceId\":0}");
    }
    text.append("],\"resources\":[\"https://shop.example.com/assets/app.js\"],\"stacks\":[");
    for (int i = 0; i < STACKS; i++) {
      text.append(i == 0 ? "" : ",")
          .append("{\"frameId\":" + i % FRAMES + ",\"parentId\":" + i + "}");
    }
    return text.append("],\"samples\":[").toString();
  }

  private static String chunk() {
    StringBuilder text =
        new StringBuilder(
            "{\"platform\":\"javascript\",\"version\":\"2\",\"release\":\"shop@1\",\"profile\":{\"frames\":[");
    for (int i = 0; i < FRAMES; i++) {
      text.append(i == 0 ? "" : ",")
          .append(
              "{\"function\":\"f"
                  + i
                  + "\",\"abs_path\":\"https://shop.example.com/assets/app.js\",")
          .append("\"lineno\":1,\"colno\":" + (100 * i + 1) + "}");
    }
    text.append("],\"stacks\":[");
    for (int i = 0; i < STACKS; i++) {
      text.append(i == 0 ? "" : ",").append("[" + i % FRAMES + "," + i / 2 + "]");
    }
    return text.append("],\"samples\":[").toString();
  }

  private static String form() {
    return "------WebKitFormBoundary8XZx4cAQjPXsvzAR\r\nContent-Disposition: form-data; name=\"event\"\r\n\r\n{\"tags_profiler\":\"version:1\"}"
        + "\r\n------WebKitFormBoundary8XZx4cAQjPXsvzAR\r\nContent-Disposition: form-data; name=\"wall-time.json\"\r\n\r\n";
  }

  private static String envelope() {
    return "{\"event_id\":\"1\"}\n{\"type\":\"profile_chunk\"}\n";
  }

  private static String filled(String before, String profile, String behind) {
    StringBuilder text = new StringBuilder(before).append(profile);
    boolean isChunk = profile.contains("abs_path");
    for (int i = 0; text.length() < BYTES; i++) {
      text.append(i == 0 ? "" : ",")
          .append(isChunk ? "{\"stack_id\":" : "{\"stackId\":")
          .append(i % STACKS)
          .append(isChunk ? ",\"thread_id\":\"0\"" : "")
          .append(",\"timestamp\":" + (1795330000 + i) + ".25}");
    }
    return text.append(behind).toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
