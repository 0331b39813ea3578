package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonString;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Strings that stay encoded as JSON until they are requested: copies of their arrays, and the
 * offset of each.
 */
final class StringList {

  private final byte[] text;
  private final Ints starts;

  private StringList(byte[] text, Ints starts) {
    this.text = text;
    this.starts = starts;
  }

  int size() {
    return starts.size();
  }

  @Nullable String get(int index) {
    int start = starts.get(Objects.checkIndex(index, starts.size()));
    return start < 0
        ? null
        : JsonString.decode(text, start, JsonString.closing(text, start, text.length));
  }

  long retainedBytes() {
    return text.length + starts.retainedBytes();
  }

  record StringsMark(int entries, int arrays) {}

  static final class StringsBuilder {

    private final byte[] json;
    private final ByteSpans text;
    private final Ints starts;
    private int shift;

    StringsBuilder(byte[] json, Allowance allowance) {
      this.json = json;
      text = new ByteSpans(allowance);
      starts = new Ints(allowance);
    }

    int size() {
      return starts.size();
    }

    void beginArray(int start, int end) {
      shift = text.length() - start;
      text.add(json, start, end);
    }

    void add(int content) {
      starts.add(content + shift);
    }

    void addAbsent() {
      starts.add(-1);
    }

    StringsMark mark() {
      return new StringsMark(starts.size(), text.count());
    }

    void reset(StringsMark mark) {
      starts.truncate(mark.entries());
      text.truncate(mark.arrays());
    }

    StringList build() {
      return new StringList(text.toArray(), starts);
    }
  }

  static final class ByteSpans {

    private final List<byte[]> arrays = new ArrayList<>();
    private final Allowance allowance;
    private final Ints starts;
    private final Ints ends;
    private int length;

    ByteSpans(Allowance allowance) {
      this.allowance = allowance;
      starts = new Ints(allowance);
      ends = new Ints(allowance);
    }

    int length() {
      return length;
    }

    int count() {
      return arrays.size();
    }

    void add(byte[] array, int start, int end) {
      arrays.add(array);
      starts.add(start);
      ends.add(end);
      length = Math.addExact(length, end - start);
    }

    void truncate(int newCount) {
      for (int span = newCount; span < count(); span++) {
        length -= ends.get(span) - starts.get(span);
      }
      arrays.subList(newCount, arrays.size()).clear();
      starts.truncate(newCount);
      ends.truncate(newCount);
    }

    byte[] toArray() {
      allowance.take(length);
      byte[] all = new byte[length];
      int at = 0;
      for (int span = 0; span < count(); span++) {
        int spanLength = ends.get(span) - starts.get(span);
        System.arraycopy(arrays.get(span), starts.get(span), all, at, spanLength);
        at += spanLength;
      }
      return all;
    }
  }
}
