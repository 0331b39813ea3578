package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list of strings that stay encoded as JSON until they are requested. Keeps copies of the JSON
 * arrays that hold the strings, and the offset of each string. The end of a string is found by
 * decoding.
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

  /** Decodes an entry; returns null if the entry is not a string. */
  @Nullable String get(int index) {
    int start = starts.get(Objects.checkIndex(index, starts.size()));
    return start < 0 ? null : JsonStrings.decode(text, start, Quotes.closing(text, start));
  }

  long retainedBytes() {
    return text.length + starts.retainedBytes();
  }

  /** A state that a builder can return to. */
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

    /** Begins an array, given by its offsets in the JSON text; its entries are added next. */
    void beginArray(int start, int end) {
      shift = text.length() - start;
      text.add(json, start, end);
    }

    /** Adds a string of the current array, given by the offset of its content in the JSON text. */
    void add(int content) {
      starts.add(content + shift);
    }

    /** Adds an entry that is not a string. */
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
