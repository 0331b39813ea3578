package dev.symbolicator.export;

import dev.symbolicator.export.ShownProfile.CallPath;
import dev.symbolicator.export.ShownProfile.ShownFunction;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.timeline.CallTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Collapsed stacks, as flamegraph.pl reads them: the functions, outermost first, then milliseconds,
 * since Firefox's reader makes as many samples as the number says. What is less than one is carried
 * to the next stack, so that no time is lost. Idle time is left out. A compared profile has two
 * numbers in each line, as difffolded.pl writes them: the baseline's, then the subject's.
 */
final class CollapsedExport implements Export {
  private static final long LINE_BYTES = 24;

  private static final long ARRAY_BYTES = 32;

  private final WeightedProfile profile;
  private final byte[][] labels;
  private final List<Longs> milliseconds;

  private final long mostBytes;

  CollapsedExport(WeightedProfile profile) {
    this.profile = profile;
    labels = labels();
    milliseconds = IntStream.range(0, profile.sides()).mapToObj(profile::selfTimes).toList();
    milliseconds.forEach(CollapsedExport::roundCarrying);
    CallTree tree = profile.tree();
    Longs paths = new Longs(profile.memory());
    long bytes = 0;
    for (int node = 0; node < tree.size(); node++) {
      int parent = tree.parent(node);
      long before = parent == CallTree.NO_PARENT ? 1 : paths.get(parent);
      paths.add(before + labels[profile.number(node)].length + 1);
      bytes += hasTime(node) ? LINE_BYTES * milliseconds.size() + paths.get(node) : 0;
    }
    mostBytes = bytes;
  }

  private byte[][] labels() {
    byte[][] made = new byte[profile.functions()][];
    for (int i = 0; i < made.length; i++) {
      ShownFunction function = profile.shown(i);
      profile.memory().take(ARRAY_BYTES + 4L * function.name().length());
      made[i] = ShownFunction.utf8(label(function));
    }
    return made;
  }

  private static String label(ShownFunction function) {
    boolean hasPlace = !function.name().isEmpty() && !function.file().isEmpty();
    String line = function.hasPosition() ? ":" + (function.line() + 1) : "";
    return inOnePiece(
        hasPlace ? function.label() + " (" + function.fileName() + line + ")" : function.label());
  }

  private static String inOnePiece(String label) {
    StringBuilder text = new StringBuilder(label);
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == ';') {
        text.setCharAt(i, ':');
      } else if (Character.isISOControl(unit) || unit == '\u2028' || unit == '\u2029') {
        text.setCharAt(i, ' ');
      }
    }
    return text.toString();
  }

  private static void roundCarrying(Longs times) {
    long micros = 0;
    long written = 0;
    for (int i = 0; i < times.size(); i++) {
      micros += times.get(i);
      long rounded = (micros + 500) / 1000 - written;
      times.set(i, rounded);
      written += rounded;
    }
  }

  @Override
  public long mostBytes() {
    return mostBytes;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    for (int node = 0; node < profile.tree().size(); node++) {
      if (hasTime(node)) {
        writeLine(node, out);
      }
    }
    out.flush();
  }

  private boolean hasTime(int node) {
    return milliseconds.stream().anyMatch(side -> side.get(node) > 0);
  }

  private void writeLine(int node, OutputStream out) throws IOException {
    int[] path = CallPath.of(profile.tree(), node);
    for (int i = 0; i < path.length; i++) {
      byte[] label = labels[profile.number(path[i])];
      if (i > 0) {
        out.write(';');
      } else if (label.length > 0 && label[0] == '#') {
        out.write('.'); // A line that begins with # would be a comment.
      }
      out.write(label, 0, label.length);
    }
    for (Longs side : milliseconds) {
      out.write((" " + side.get(node)).getBytes(StandardCharsets.US_ASCII));
    }
    out.write('\n');
  }
}
