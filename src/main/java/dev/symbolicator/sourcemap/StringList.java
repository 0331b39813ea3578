package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Strings that stay as JSON has them until they are asked for: copies of the arrays they are
 * entries of, and where in them each begins. Where it ends is found when it is decoded.
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

  /** Decodes an entry; null where it is no string. */
  @Nullable String get(int index) {
    int start = starts.get(Objects.checkIndex(index, starts.size()));
    return start < 0 ? null : JsonStrings.decode(text, start, Quotes.closing(text, start));
  }

  long retainedBytes() {
    return text.length + starts.retainedBytes();
  }

  /** How far a builder had come. */
  record StringsMark(int entries, int arrays) {}

  /** Collects the entries of arrays. */
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

    /** Begins with the entries of an array that stands in the JSON text. */
    void beginArray(int start, int end) {
      shift = text.length() - start;
      text.add(json, start, end);
    }

    /** Adds a string of the array that was begun: where in the JSON text its content begins. */
    void add(int content) {
      starts.add(content + shift);
    }

    /** Adds something else. */
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
}
