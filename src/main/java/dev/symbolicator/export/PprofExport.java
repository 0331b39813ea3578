package dev.symbolicator.export;

import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.Profile.FrameIdentity;
import dev.symbolicator.timeline.CallTree;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The gzip of a {@code perftools.profiles.Profile}
 * (https://github.com/google/pprof/blob/main/proto/profile.proto): a location for each function, a
 * sample for each stack and side. {@code system_name} is the minified name. Idle time is left out.
 * An annotated sample has the identity of its innermost function as labels, and each sample of a
 * compared profile the label {@code baseline}, {@code true} or {@code false}.
 */
final class PprofExport implements Export {
  private static final long GZIP_BYTES = 400_000;

  private static final int BUFFER = 1 << 14;
  private static final long HEAD_BYTES = 256;
  private static final long FUNCTION_BYTES = 64;
  private static final long SAMPLE_BYTES = 48;
  private static final long NANOS = 1000;

  /** The keys of an identity's values in their order. */
  private static final List<String> LABELS =
      List.of("function_id", "package", "path", "origin", "role", "qualified");

  /** The key of the label of a side, and its values in the order of sides. */
  private static final List<String> SIDE_LABELS = List.of("baseline", "true", "false");

  /** A label takes two string indices of at most five bytes, and four bytes more. */
  private static final long LABEL_BYTES = 14;

  /** Deflate adds less than one such part to what cannot be compressed. */
  private static final long INCOMPRESSIBLE = 512;

  private final WeightedProfile profile;
  private final @Nullable Double timeOrigin;
  private final List<String> strings = new ArrayList<>();
  private final Map<String, Integer> stringIndexes = new HashMap<>();
  private final List<Longs> counts;
  private final List<Longs> times;
  private final Ints names;

  /** For each function its labels in turn, the string of the key and that of the value. */
  private final Ints labels;

  /** Where the labels of each function end. */
  private final Ints labelEnds;

  PprofExport(WeightedProfile profile, @Nullable Double timeOrigin) {
    this.profile = profile;
    this.timeOrigin = timeOrigin;
    profile.memory().take(GZIP_BYTES);
    counts = IntStream.range(0, profile.sides()).mapToObj(profile::counts).toList();
    times = IntStream.range(0, profile.sides()).mapToObj(profile::selfTimes).toList();
    names = new Ints(profile.memory());
    labels = new Ints(profile.memory());
    labelEnds = new Ints(profile.memory());
    for (String fixed : List.of("", "samples", "count", "wall", "nanoseconds")) {
      string(fixed);
    }
    if (profile.isCompared()) {
      SIDE_LABELS.forEach(this::string);
    }
    for (int i = 0; i < profile.functions(); i++) {
      ShownFunction function = profile.shown(i);
      names.add(string(function.label()));
      names.add(string(function.generatedName()));
      names.add(string(function.file()));
      addLabels(profile.identity(i));
    }
  }

  private void addLabels(@Nullable FrameIdentity identity) {
    List<@Nullable String> values = identity == null ? List.of() : identity.values();
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i);
      if (value != null && !value.isEmpty()) {
        labels.add(string(LABELS.get(i)));
        labels.add(string(value));
      }
    }
    labelEnds.add(labels.size());
  }

  private int string(String text) {
    Integer known = stringIndexes.get(text);
    if (known != null) {
      return known;
    }
    profile.memory().take(ShownProfile.ENTRY + 2L * text.length());
    int index = strings.size();
    stringIndexes.put(text, index);
    strings.add(text);
    return index;
  }

  @Override
  public long mostBytes() {
    CallTree tree = profile.tree();
    long bytes = HEAD_BYTES + FUNCTION_BYTES * profile.functions();
    for (String text : strings) {
      bytes += 6 + 3L * text.length();
    }
    int digits = ProtoWriter.size(profile.functions());
    for (int node = 0; node < tree.size(); node++) {
      int ofLabels = labelsEnd(node) - labelsStart(node);
      long ofSample =
          SAMPLE_BYTES
              + (long) digits * tree.depth(node)
              + LABEL_BYTES * (ofLabels / 2 + profile.sides() - 1);
      for (int side = 0; side < profile.sides(); side++) {
        bytes += hasSample(node, side) ? ofSample : 0;
      }
    }
    return bytes + bytes / INCOMPRESSIBLE;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    GZIPOutputStream gzip = new GZIPOutputStream(out, BUFFER);
    OutputStream buffered = new BufferedOutputStream(gzip, BUFFER);
    write(new ProtoWriter(buffered));
    buffered.flush();
    gzip.finish();
    out.flush();
  }

  private void write(ProtoWriter proto) throws IOException {
    writeType(1, "samples", "count", proto);
    writeType(1, "wall", "nanoseconds", proto);
    for (int side = 0; side < profile.sides(); side++) {
      for (int node = 0; node < profile.tree().size(); node++) {
        if (hasSample(node, side)) {
          writeSample(node, side, proto);
        }
      }
    }
    for (int i = 0; i < profile.functions(); i++) {
      writeLocation(i, proto);
    }
    for (int i = 0; i < profile.functions(); i++) {
      writeFunction(i, proto);
    }
    for (String text : strings) {
      proto.bytes(6, ShownFunction.utf8(text));
    }
    if (timeOrigin != null) {
      proto.field(9, nanos(Math.round(timeOrigin * NANOS) + profile.start()));
    }
    proto.field(10, nanos(profile.duration()));
    writeType(11, "wall", "nanoseconds", proto);
    proto.field(12, nanos(profile.interval()));
    proto.field(14, string("wall"));
  }

  /** Returns nanoseconds; the most that fit if there are more. Times reach 2^54 microseconds. */
  private static long nanos(long micros) {
    return Math.min(micros, Long.MAX_VALUE / NANOS) * NANOS;
  }

  private void writeType(int field, String type, String unit, ProtoWriter proto)
      throws IOException {
    proto.begin(
        field, ProtoWriter.fieldSize(string(type)) + (long) ProtoWriter.fieldSize(string(unit)));
    proto.field(1, string(type));
    proto.field(2, string(unit));
  }

  private boolean hasSample(int node, int side) {
    return counts.get(side).get(node) > 0 || times.get(side).get(node) > 0;
  }

  private void writeSample(int node, int side, ProtoWriter proto) throws IOException {
    CallTree tree = profile.tree();
    long stack = 0;
    for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at)) {
      stack += ProtoWriter.size(profile.number(at) + 1L);
    }
    long count = counts.get(side).get(node);
    long nanos = nanos(times.get(side).get(node));
    int values = ProtoWriter.size(count) + ProtoWriter.size(nanos);
    long ofLabels = 0;
    for (int i = labelsStart(node); i < labelsEnd(node); i += 2) {
      ofLabels += 2 + labelSize(labels.get(i), labels.get(i + 1));
    }
    int sideKey = profile.isCompared() ? string(SIDE_LABELS.get(0)) : 0;
    int sideValue = profile.isCompared() ? string(SIDE_LABELS.get(1 + side)) : 0;
    ofLabels += sideKey > 0 ? 2 + labelSize(sideKey, sideValue) : 0;
    proto.begin(
        2,
        ProtoWriter.fieldSize(stack) + stack + ProtoWriter.fieldSize(values) + values + ofLabels);
    proto.begin(1, stack);
    for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at)) {
      proto.varint(profile.number(at) + 1L);
    }
    proto.begin(2, values);
    proto.varint(count);
    proto.varint(nanos);
    for (int i = labelsStart(node); i < labelsEnd(node); i += 2) {
      writeLabel(labels.get(i), labels.get(i + 1), proto);
    }
    if (sideKey > 0) {
      writeLabel(sideKey, sideValue, proto);
    }
  }

  private static void writeLabel(int key, int value, ProtoWriter proto) throws IOException {
    proto.begin(3, labelSize(key, value));
    proto.field(1, key);
    proto.field(2, value);
  }

  private int labelsStart(int node) {
    int number = profile.number(node);
    return number == 0 ? 0 : labelEnds.get(number - 1);
  }

  private int labelsEnd(int node) {
    return labelEnds.get(profile.number(node));
  }

  /** Returns the bytes of a label, at most 12, so that its length takes one byte. */
  private static int labelSize(int key, int value) {
    return ProtoWriter.fieldSize(key) + ProtoWriter.fieldSize(value);
  }

  private void writeLocation(int number, ProtoWriter proto) throws IOException {
    long id = number + 1L;
    ShownFunction function = profile.shown(number);
    long line = function.line() + 1L;
    long column = function.column() + 1L;
    long place =
        ProtoWriter.fieldSize(id)
            + ProtoWriter.fieldSize(line)
            + (long) ProtoWriter.fieldSize(column);
    proto.begin(4, ProtoWriter.fieldSize(id) + ProtoWriter.fieldSize(place) + place);
    proto.field(1, id);
    proto.begin(4, place);
    proto.field(1, id);
    proto.field(2, line);
    proto.field(3, column);
  }

  private void writeFunction(int number, ProtoWriter proto) throws IOException {
    long[] values = {
      number + 1L,
      names.get(3 * number),
      names.get(3 * number + 1),
      names.get(3 * number + 2),
      profile.shown(number).line() + 1L
    };
    long size = 0;
    for (long value : values) {
      size += ProtoWriter.fieldSize(value);
    }
    proto.begin(5, size);
    for (int i = 0; i < values.length; i++) {
      proto.field(i + 1, values[i]);
    }
  }

  static final class ProtoWriter {
    private static final int LENGTH_DELIMITED = 2;

    private final OutputStream out;

    ProtoWriter(OutputStream out) {
      this.out = out;
    }

    static int size(long value) {
      return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
    }

    /** Returns the bytes of a field that holds a varint; a field number up to 15 takes one byte. */
    static int fieldSize(long value) {
      return 1 + size(value);
    }

    void varint(long value) throws IOException {
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        out.write((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      out.write((int) rest);
    }

    void field(int number, long value) throws IOException {
      varint((long) number << 3);
      varint(value);
    }

    void begin(int number, long length) throws IOException {
      varint(((long) number << 3) | LENGTH_DELIMITED);
      varint(length);
    }

    void bytes(int number, byte[] content) throws IOException {
      begin(number, content.length);
      out.write(content, 0, content.length);
    }
  }
}
