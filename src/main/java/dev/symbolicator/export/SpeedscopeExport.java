package dev.symbolicator.export;

import dev.symbolicator.export.ShownProfile.CallPath;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Speedscope's own format (https://www.speedscope.app/file-format-schema.json). Neighbours with one
 * stack are one sample; one without frames is idle, so the order in time keeps its gaps.
 */
final class SpeedscopeExport implements Export {
  private static final long HEAD_BYTES = 512;
  private static final long FRAME_BYTES = 64;
  private static final long RUN_BYTES = 24;

  private final ShownProfile profile;
  private final byte[] report;
  private final Ints nodes;
  private final Longs weights;

  SpeedscopeExport(ShownProfile profile, byte[] report) {
    this.profile = profile;
    this.report = report;
    nodes = new Ints(profile.memory);
    weights = new Longs(profile.memory);
    Timeline timeline = profile.timeline;
    for (int i = 0; i < timeline.size(); i++) {
      long weight = timeline.weight(i);
      if (weight > 0 && nodes.size() > 0 && nodes.last() == timeline.node(i)) {
        weights.set(weights.size() - 1, weights.lastOr(0) + weight);
      } else if (weight > 0) {
        nodes.add(timeline.node(i));
        weights.add(weight);
      }
    }
  }

  @Override
  public long mostBytes() {
    long bytes = HEAD_BYTES + report.length;
    for (int i = 0; i < profile.functions(); i++) {
      ShownFunction function = profile.shown(i);
      bytes += FRAME_BYTES + JsonSize.most(function.label()) + JsonSize.most(function.file());
    }
    long digits = Integer.toString(profile.functions()).length() + 1L;
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.get(i);
      bytes += RUN_BYTES + (node == Timeline.IDLE ? 0 : digits * profile.tree().depth(node));
    }
    return bytes;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    JsonOut json = new JsonOut(out);
    json.raw("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\"");
    json.raw(",\"name\":").string(profile.format());
    json.raw(",\"exporter\":\"profile-symbolicator\",\"activeProfileIndex\":0");
    json.raw(",\"shared\":{\"frames\":[");
    for (int i = 0; i < profile.functions(); i++) {
      json.raw(i == 0 ? "{\"name\":" : ",{\"name\":");
      writeFunction(profile.shown(i), json);
    }
    json.raw("]},\"profiles\":[{\"type\":\"sampled\",\"name\":").string(profile.format());
    json.raw(",\"unit\":\"microseconds\",\"startValue\":0,\"endValue\":");
    json.number(profile.timeline.end() - profile.timeline.start()).raw(",\"samples\":[");
    for (int i = 0; i < nodes.size(); i++) {
      json.raw(i == 0 ? "[" : ",[");
      writeStack(nodes.get(i), json);
      json.raw("]");
    }
    json.raw("],\"weights\":[");
    for (int i = 0; i < weights.size(); i++) {
      json.raw(i == 0 ? "" : ",").number(weights.get(i));
    }
    json.raw("]}]").member("symbolication", report).raw("}").flush();
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
