package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sources of a map as they are written, the rules that make their URLs, and their flags. */
final class SourceList {

  private final StringList written;
  private final List<SourceUrls> resolvers;
  private final Ints firstSources;
  private final BitSet ignored;

  private SourceList(SourcesBuilder builder) {
    written = builder.written.build();
    resolvers = List.copyOf(builder.resolvers);
    firstSources = builder.firstSources;
    ignored = (BitSet) builder.ignored.clone();
  }

  int size() {
    return written.size();
  }

  @Nullable String url(int source) {
    String text = written.get(source);
    return text == null ? null : resolverOf(source).resolve(text);
  }

  boolean isIgnored(int source) {
    return ignored.get(Objects.checkIndex(source, size()));
  }

  long retainedBytes() {
    long perResolver = 40L + Integer.BYTES;
    return written.retainedBytes() + ignored.size() / Byte.SIZE + perResolver * resolvers.size();
  }

  private SourceUrls resolverOf(int source) {
    int low = 0;
    int high = firstSources.size();
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (firstSources.get(middle) <= source) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return resolvers.get(low);
  }

  /** A state that a builder can return to. */
  record SourcesMark(StringList.StringsMark written, int resolvers) {}

  /** Collects the sources of all sections. */
  static final class SourcesBuilder {

    private final StringList.StringsBuilder written;
    private final List<SourceUrls> resolvers = new ArrayList<>();
    private final Ints firstSources;
    private final BitSet ignored = new BitSet();

    SourcesBuilder(StringList.StringsBuilder written, Allowance allowance) {
      firstSources = new Ints(allowance);
      this.written = written;
    }

    int size() {
      return written.size();
    }

    SourcesMark mark() {
      return new SourcesMark(written.mark(), resolvers.size());
    }

    void reset(SourcesMark mark) {
      written.reset(mark.written());
      resolvers.subList(mark.resolvers(), resolvers.size()).clear();
      firstSources.truncate(mark.resolvers());
      ignored.clear(size(), Math.max(size(), ignored.length()));
    }

    /**
     * Begins the sources of a map.
     *
     * @param start offset in the JSON text of the array that holds them
     * @param end offset after the array
     * @param urls makes the URLs of these sources
     */
    void beginMap(int start, int end, SourceUrls urls) {
      written.beginArray(start, end);
      boolean same = !resolvers.isEmpty() && resolvers.get(resolvers.size() - 1).isLike(urls);
      if (!same) {
        firstSources.add(size());
        resolvers.add(urls);
      }
    }

    void add(int content) {
      written.add(content);
    }

    void addAbsent() {
      written.addAbsent();
    }

    void ignore(int source) {
      ignored.set(source);
    }

    SourceList build() {
      return new SourceList(this);
    }
  }
}
