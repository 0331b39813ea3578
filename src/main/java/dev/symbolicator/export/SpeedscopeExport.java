package dev.symbolicator.export;

import dev.symbolicator.export.ShownProfile.CallPath;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.export.WeightedProfile.Runs;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Speedscope's own format (https://www.speedscope.app/file-format-schema.json), a profile for each
 * side. A sample without frames is idle, so the order in time keeps its gaps.
 */
final class SpeedscopeExport implements Export {
  private static final long HEAD_BYTES = 512;
  private static final long FRAME_BYTES = 64;
  private static final long RUN_BYTES = 24;

  private final WeightedProfile profile;
  private final byte[] report;
  private final List<Runs> sides;

  SpeedscopeExport(WeightedProfile profile, byte[] report) {
    this.profile = profile;
    this.report = report;
    sides = IntStream.range(0, profile.sides()).mapToObj(profile::runs).toList();
  }

  @Override
  public long mostBytes() {
    long bytes = HEAD_BYTES + report.length;
    for (int i = 0; i < profile.functions(); i++) {
      ShownFunction function = profile.shown(i);
      bytes += FRAME_BYTES + JsonSize.most(function.label()) + JsonSize.most(function.file());
    }
    long digits = Integer.toString(profile.functions()).length() + 1L;
    for (Runs runs : sides) {
      bytes += HEAD_BYTES;
      for (int i = 0; i < runs.nodes().size(); i++) {
        int node = runs.nodes().get(i);
        bytes += RUN_BYTES + (node == Timeline.IDLE ? 0 : digits * profile.tree().depth(node));
      }
    }
    return bytes;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    JsonOut json = new JsonOut(out);
    json.raw("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"");
    int shown = profile.sides() - 1;
    json.raw(",\"name\":").string(profile.name(shown));
    json.raw(",\"exporter\":\"profile-symbolicator\",\"activeProfileIndex\":").number(shown);
    json.raw(",\"shared\":{\"frames\":[");
    for (int i = 0; i < profile.functions(); i++) {
      json.raw(i == 0 ? "{\"name\":" : ",{\"name\":");
      writeFunction(profile.shown(i), json);
    }
    json.raw("]},\"profiles\":[");
    for (int side = 0; side < sides.size(); side++) {
      json.raw(side == 0 ? "" : ",");
      writeSide(side, json);
    }
    json.raw("]").member("symbolication", report).raw("}").flush();
  }

  private void writeSide(int side, JsonOut json) throws IOException {
    Ints nodes = sides.get(side).nodes();
    Longs times = sides.get(side).times();
    long all = 0;
    for (int i = 0; i < times.size(); i++) {
      all += times.get(i);
    }
    json.raw("{\"type\":\"sampled\",\"name\":").string(profile.name(side));
    json.raw(",\"unit\":\"microseconds\",\"startValue\":0,\"endValue\":").number(all);
    json.raw(",\"samples\":[");
    for (int i = 0; i < nodes.size(); i++) {
      json.raw(i == 0 ? "[" : ",[");
      writeStack(nodes.get(i), json);
      json.raw("]");
    }
    json.raw("],\"weights\":[");
    for (int i = 0; i < times.size(); i++) {
      json.raw(i == 0 ? "" : ",").number(times.get(i));
    }
    json.raw("]}");
  }

  private static void writeFunction(ShownFunction function, JsonOut json) throws IOException {
    json.string(function.label());
    if (!function.file().isEmpty()) {
      json.raw(",\"file\":").string(function.file());
    }
    if (function.hasPosition()) {
      json.raw(",\"line\":").number(function.line() + 1L);
      json.raw(",\"col\":").number(function.column() + 1L);
    }
    json.raw("}");
  }

  private void writeStack(int node, JsonOut json) throws IOException {
    if (node == Timeline.IDLE) {
      return;
    }
    int[] path = CallPath.of(profile.tree(), node);
    for (int i = 0; i < path.length; i++) {
      json.raw(i == 0 ? "" : ",").number(profile.number(path[i]));
    }
  }
}
