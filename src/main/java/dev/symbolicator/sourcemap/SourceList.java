package dev.symbolicator.sourcemap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Check;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonString;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
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

  private SourceList(SourcesReader reader) {
    written = reader.written.build();
    resolvers = List.copyOf(reader.resolvers);
    firstSources = reader.firstSources;
    ignored = (BitSet) reader.ignored.clone();
  }

  int size() {
    return written.size();
  }

  @Nullable String url(int source) {
    String text = written.get(source);
    return text == null ? null : resolverOf(source).resolve(text);
  }

  @Nullable String entry(int source) {
    return written.get(source);
  }

  String root(int source) {
    return resolverOf(source).root();
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

  record SourcesMark(StringList.StringsMark written, int resolvers) {}

  static final class SourcesReader {
    private final byte[] json;
    private final JsonValues values;
    private final @Nullable WebUrl base;
    private final SourceMapLimits limits;
    private final ProblemLog problems;
    private final StringList.StringsBuilder written;
    private final List<SourceUrls> resolvers = new ArrayList<>();
    private final Ints firstSources;
    private final BitSet ignored = new BitSet();
    final SourceTexts.TextsBuilder texts;
    private long urlChars;

    SourcesReader(
        byte[] json,
        JsonValues values,
        ReadOptions options,
        ProblemLog problems,
        Allowance allowance) {
      this.json = json;
      this.values = values;
      base = options.baseUrl();
      limits = options.limits();
      this.problems = problems;
      written = values.newStrings();
      firstSources = new Ints(allowance);
      texts = new SourceTexts.TextsBuilder(json, allowance);
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
      texts.truncate(size());
    }

    SourceList sources() {
      return new SourceList(this);
    }

    /** Appends the sources of a map. */
    void read(MapMembers members) throws IOException {
      int first = size();
      readUrls(members);
      readContents(members);
      readIgnoreList(members, first);
    }

    private void readUrls(MapMembers members) throws IOException {
      SourceUrls urls = new SourceUrls(base, values.optionalString(members, Member.SOURCE_ROOT));
      int offset = members.offset(Member.SOURCES);
      if (!members.has(Member.SOURCES) || !values.isArray(offset)) {
        throw new MapRejectedException(
            MapProblemKind.SOURCES_NOT_AN_ARRAY, offset, "sources is missing or not an array");
      }
      beginMap(offset, members.end(Member.SOURCES), urls);
      JsonReader in = values.at(offset, Check.ESCAPES);
      while (in.nextEntry()) {
        if (size() == limits.sources()) {
          throw new MapRejectedException(
              MapProblemKind.TOO_MANY_SOURCES,
              in.start(),
              "More than " + limits.sources() + " sources");
        }
        readUrl(in, urls);
      }
    }

    private void readUrl(JsonReader in, SourceUrls urls) throws IOException {
      int offset = in.start();
      if (!in.isAt(Token.VALUE_STRING)) {
        if (!in.isAt(Token.VALUE_NULL)) {
          problems.report(
              MapProblemKind.ENTRY_TYPE, offset, "An entry of sources is not a string or null");
        }
        values.skipOther();
        written.addAbsent();
        return;
      }
      int end = in.end() - 1;
      int length = end - offset - 1;
      boolean tooLong = urls.length(length) > SourceUrls.LONGEST_URL;
      boolean certain = !tooLong && urls.certainlyResolves(json, offset + 1, end);
      String source = certain || tooLong ? "" : JsonString.decode(json, offset + 1, end);
      urlChars += urls.length(certain || tooLong ? length : source.length());
      if (urlChars > limits.sourceUrlChars()) {
        throw new MapRejectedException(
            MapProblemKind.SOURCE_URLS_TOO_LONG,
            offset,
            "More than " + limits.sourceUrlChars() + " characters of source URLs");
      }
      if (tooLong) {
        problems.report(
            MapProblemKind.SOURCE_URL,
            offset,
            "A source's URL is longer than " + SourceUrls.LONGEST_URL + " characters");
        written.addAbsent();
        return;
      }
      if (!certain && urls.resolve(source) == null) {
        problems.report(MapProblemKind.SOURCE_URL, offset, "A source is not a valid URL");
      }
      written.add(offset + 1);
    }

    private void readContents(MapMembers members) throws MapRejectedException {
      Ints entries = members.contents();
      if (values.hasArray(members, Member.SOURCES_CONTENT) && entries != null) {
        for (int i = 0; i < entries.size(); i += 2) {
          readContent(entries.get(i), entries.get(i + 1));
        }
      }
      while (texts.size() < size()) {
        texts.addAbsent();
      }
    }

    private void readContent(int offset, int end) throws MapRejectedException {
      boolean isString = values.isString(offset);
      if (!isString && !values.isNull(offset)) {
        problems.report(
            MapProblemKind.ENTRY_TYPE,
            offset,
            "An entry of sourcesContent is not a string or null");
      }
      if (texts.size() == size()) {
        return;
      }
      if (isString) {
        texts.add(offset + 1, end - 1);
      } else {
        texts.addAbsent();
      }
    }

    private void readIgnoreList(MapMembers members, int first) throws IOException {
      Member member =
          members.has(Member.IGNORE_LIST) ? Member.IGNORE_LIST : Member.GOOGLE_IGNORE_LIST;
      if (!values.hasArray(members, member)) {
        return;
      }
      JsonReader in = values.at(members.offset(member), Check.NOTHING);
      while (in.nextEntry()) {
        int offset = in.start();
        long index = JsonValues.index(in);
        if (index < 0 || index >= size() - first) {
          problems.report(
              MapProblemKind.IGNORE_LIST_ENTRY,
              offset,
              "An entry of " + member + " is not the index of a source");
        } else {
          ignored.set(first + (int) index);
        }
        in.skip();
      }
    }

    private void beginMap(int start, int end, SourceUrls urls) {
      written.beginArray(start, end);
      boolean same = !resolvers.isEmpty() && resolvers.get(resolvers.size() - 1).isLike(urls);
      if (!same) {
        firstSources.add(size());
        resolvers.add(urls);
      }
    }
  }
}
