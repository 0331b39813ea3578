package dev.symbolicator.export;

import dev.symbolicator.profile.ProfileLimits.JsonSize;
import dev.symbolicator.timeline.CallTree;
import dev.symbolicator.timeline.PseudoFunction;
import dev.symbolicator.timeline.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Firefox's processed profile, version 41, which other readers know too; profiler.firefox.com
 * upgrades it. Milliseconds, 1-based positions.
 */
final class FirefoxExport implements Export {
  private static final long HEAD_BYTES = 4096;
  private static final long FUNCTION_BYTES = 200;

  private static final long NODE_BYTES = 32;
  private static final long INTERVAL_BYTES = 56;

  private static final String CATEGORIES =
      "[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]},"
          + "{\"name\":\"JavaScript\",\"color\":\"yellow\",\"subcategories\":[\"Other\"]},"
          + "{\"name\":\"GC / CC\",\"color\":\"orange\",\"subcategories\":[\"Other\"]},"
          + "{\"name\":\"Layout\",\"color\":\"purple\",\"subcategories\":[\"Other\"]}]";
  private static final int OTHER = 0;
  private static final int JAVASCRIPT = 1;
  private static final int GARBAGE_COLLECTION = 2;
  private static final int LAYOUT = 3;

  private final ShownProfile profile;
  private final long startTime;
  private final byte[] report;

  FirefoxExport(ShownProfile profile, @Nullable Double timeOrigin, byte[] report) {
    this.profile = profile;
    this.startTime = timeOrigin == null ? 0 : Math.round(timeOrigin * 1000);
    this.report = report;
  }

  @Override
  public long mostBytes() {
    long bytes = HEAD_BYTES + report.length;
    for (int i = 0; i < profile.functions(); i++) {
      bytes += FUNCTION_BYTES + JsonSize.most(profile.shown(i).label());
    }
    for (int file = 0; file < profile.files(); file++) {
      bytes += 1 + JsonSize.most(profile.fileUrl(file));
    }
    return bytes + NODE_BYTES * profile.tree().size() + INTERVAL_BYTES * profile.timeline.size();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    JsonOut json = new JsonOut(out);
    json.raw("{\"meta\":{\"version\":24,\"preprocessedProfileVersion\":41");
    json.raw(",\"product\":\"Profile Symbolicator\",\"importedFrom\":").string(profile.name(0));
    json.raw(",\"processType\":0,\"symbolicated\":true,\"interval\":");
    json.milliseconds(profile.timeline.interval()).raw(",\"startTime\":");
    json.milliseconds(startTime).raw(",\"categories\":").raw(CATEGORIES);
    json.raw(",\"markerSchema\":[]");
    json.raw(",\"extensions\":{\"length\":0,\"id\":[],\"name\":[],\"baseURL\":[]}}");
    json.raw(",\"libs\":[],\"pages\":[],\"counters\":[],\"profilerOverhead\":[],\"threads\":[{");
    json.raw("\"name\":\"GeckoMain\",\"isMainThread\":true,\"processType\":\"default\"");
    json.raw(",\"pid\":\"1\",\"tid\":1,\"registerTime\":0,\"unregisterTime\":null");
    json.raw(",\"processStartupTime\":0,\"processShutdownTime\":null,\"pausedRanges\":[]");
    writeSamples(json);
    writeStacks(json);
    writeFrames(json);
    writeFunctions(json);
    json.raw(",\"resourceTable\":{\"length\":0,\"lib\":[],\"name\":[],\"host\":[],\"type\":[]}");
    json.raw(",\"nativeSymbols\":{\"length\":0,\"libIndex\":[],\"address\":[],\"name\":[]");
    json.raw(",\"functionSize\":[]},\"markers\":{\"length\":0,\"data\":[],\"name\":[]");
    json.raw(",\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[]}");
    writeStrings(json);
    json.raw("}]").member("symbolication", report).raw("}").flush();
  }

  private void writeSamples(JsonOut json) throws IOException {
    Timeline timeline = profile.timeline;
    json.raw(",\"samples\":{\"length\":").number(timeline.size());
    json.raw(",\"weightType\":\"tracing-ms\",\"stack\":[");
    for (int i = 0; i < timeline.size(); i++) {
      int node = timeline.node(i);
      json.raw(i == 0 ? "" : ",").raw(node == Timeline.IDLE ? "null" : Integer.toString(node));
    }
    json.raw("],\"time\":[");
    for (int i = 0; i < timeline.size(); i++) {
      json.raw(i == 0 ? "" : ",").milliseconds(timeline.start(i));
    }
    json.raw("],\"weight\":[");
    for (int i = 0; i < timeline.size(); i++) {
      json.raw(i == 0 ? "" : ",").milliseconds(timeline.weight(i));
    }
    json.raw("]}");
  }

  private void writeStacks(JsonOut json) throws IOException {
    CallTree tree = profile.tree();
    int size = tree.size();
    json.raw(",\"stackTable\":{\"length\":").number(size);
    column("frame", size, profile::number, json);
    json.raw(",\"prefix\":[");
    for (int node = 0; node < size; node++) {
      int parent = tree.parent(node);
      json.raw(node == 0 ? "" : ",");
      json.raw(parent == CallTree.NO_PARENT ? "null" : Integer.toString(parent));
    }
    json.raw("]");
    column("category", size, node -> category(profile.number(node)), json);
    column("subcategory", size, node -> 0, json);
    json.raw("}");
  }

  private void writeFrames(JsonOut json) throws IOException {
    int size = profile.functions();
    json.raw(",\"frameTable\":{\"length\":").number(size);
    column("address", size, i -> -1, json);
    column("inlineDepth", size, i -> 0, json);
    column("category", size, this::category, json);
    column("subcategory", size, i -> 0, json);
    column("func", size, i -> i, json);
    column("innerWindowID", size, i -> 0, json);
    for (String unknown :
        new String[] {"nativeSymbol", "implementation", "line", "column", "optimizations"}) {
      column(unknown, size, i -> -1, true, json);
    }
    json.raw("}");
  }

  private void writeFunctions(JsonOut json) throws IOException {
    int size = profile.functions();
    json.raw(",\"funcTable\":{\"length\":").number(size);
    column("name", size, i -> i, json);
    column("resource", size, i -> -1, json);
    column("fileName", size, i -> fileString(profile.file(i)), true, json);
    column("lineNumber", size, i -> positive(profile.shown(i).line()), true, json);
    column("columnNumber", size, i -> positive(profile.shown(i).column()), true, json);
    json.raw(",\"isJS\":[");
    for (int i = 0; i < size; i++) {
      json.raw(i == 0 ? "" : ",").raw(profile.pseudo(i) == null ? "true" : "false");
    }
    json.raw("],\"relevantForJS\":[");
    for (int i = 0; i < size; i++) {
      json.raw(i == 0 ? "" : ",").raw(profile.pseudo(i) == null ? "false" : "true");
    }
    json.raw("]}");
  }

  private int fileString(int file) {
    return file < 0 ? file : profile.functions() + file;
  }

  private static int positive(int number) {
    return number < 0 ? -1 : number + 1;
  }

  private void writeStrings(JsonOut json) throws IOException {
    json.raw(",\"stringArray\":[");
    for (int i = 0; i < profile.functions(); i++) {
      json.raw(i == 0 ? "" : ",").string(profile.shown(i).label());
    }
    for (int file = 0; file < profile.files(); file++) {
      json.raw(",").string(profile.fileUrl(file));
    }
    json.raw("]");
  }

  private int category(int number) {
    PseudoFunction pseudo = profile.pseudo(number);
    return pseudo == null
        ? JAVASCRIPT
        : switch (pseudo) {
          case GARBAGE_COLLECTOR -> GARBAGE_COLLECTION;
          case STYLE, LAYOUT, PAINT -> LAYOUT;
          case PROGRAM, SCRIPT, OTHER -> OTHER;
        };
  }

  private static void column(String name, int size, IntUnaryOperator value, JsonOut json)
      throws IOException {
    column(name, size, value, false, json);
  }

  private static void column(
      String name, int size, IntUnaryOperator value, boolean isNullable, JsonOut json)
      throws IOException {
    json.raw(",\"" + name + "\":[");
    for (int i = 0; i < size; i++) {
      int number = value.applyAsInt(i);
      json.raw(i == 0 ? "" : ",");
      json.raw(isNullable && number < 0 ? "null" : Integer.toString(number));
    }
    json.raw("]");
  }
}
