package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceMapProblem.Kind;
import dev.symbolicator.sourcemap.naive.MapMembers.Member;
import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what maps say of their sources into one table: URLs, texts, ignore lists. */
final class SourcesReader {

  private final JsonValues values;
  private final @Nullable WebUrl base;
  private final SourceMapLimits limits;
  private final ProblemLog problems;
  private final List<@Nullable String> urls = new ArrayList<>();
  private final StringSlices.Builder contents = new StringSlices.Builder();
  private final BitSet ignored = new BitSet();
  private long urlChars;

  SourcesReader(JsonValues values, ReadOptions options, ProblemLog problems) {
    this.values = values;
    base = options.baseUrl();
    limits = options.limits();
    this.problems = problems;
  }

  int size() {
    return urls.size();
  }

  void truncate(int newSize) {
    urls.subList(newSize, urls.size()).clear();
    contents.truncate(newSize);
    ignored.clear(newSize, Math.max(newSize, ignored.length()));
  }

  SourceTable build(byte[] bytes) {
    return new SourceTable(urls, contents.build(bytes), ignored);
  }

  /** Appends the sources of a map. */
  void read(MapMembers members) throws MapRejectedException {
    int first = size();
    readUrls(members);
    readContents(members, first);
    readIgnoreList(members, first);
  }

  private void readUrls(MapMembers members) throws MapRejectedException {
    SourceUrls resolver = new SourceUrls(base, values.optionalString(members, Member.SOURCE_ROOT));
    int offset = members.offset(Member.SOURCES);
    if (!members.has(Member.SOURCES) || !values.isArray(offset)) {
      throw new MapRejectedException(
          Kind.SOURCES_NOT_AN_ARRAY, offset, "sources is missing or not an array");
    }
    JsonScanner in = values.scannerAt(offset);
    for (boolean has = in.enter(); has; has = in.more()) {
      in.peek();
      if (size() == limits.sources()) {
        throw new MapRejectedException(
            Kind.TOO_MANY_SOURCES, in.position(), "More than " + limits.sources() + " sources");
      }
      urls.add(url(in, resolver));
      contents.addAbsent();
    }
  }

  private @Nullable String url(JsonScanner in, SourceUrls resolver) throws MapRejectedException {
    int offset = in.position();
    if (!values.isString(offset)) {
      if (!values.isNull(offset)) {
        problems.report(Kind.ENTRY_TYPE, offset, "An entry of sources is not a string or null");
      }
      in.skipValue();
      return null;
    }
    String source = values.string(in);
    urlChars += resolver.length(source);
    if (urlChars > limits.sourceUrlChars()) {
      throw new MapRejectedException(
          Kind.SOURCE_URLS_TOO_LONG,
          offset,
          "More than " + limits.sourceUrlChars() + " characters of source URLs");
    }
    String url = resolver.resolve(source);
    if (url == null) {
      problems.report(Kind.SOURCE_URL, offset, "A source is not a URL");
    }
    return url;
  }

  private void readContents(MapMembers members, int first) throws MapRejectedException {
    if (!values.optionalArray(members, Member.SOURCES_CONTENT)) {
      return;
    }
    JsonScanner in = values.scannerAt(members.offset(Member.SOURCES_CONTENT));
    int source = first;
    for (boolean has = in.enter(); has; has = in.more()) {
      in.peek();
      int offset = in.position();
      if (values.isString(offset)) {
        int end = in.string();
        if (source < size()) {
          contents.set(source, offset + 1, end);
        }
      } else {
        if (!values.isNull(offset)) {
          problems.report(
              Kind.ENTRY_TYPE, offset, "An entry of sourcesContent is not a string or null");
        }
        in.skipValue();
      }
      source++;
    }
  }

  private void readIgnoreList(MapMembers members, int first) throws MapRejectedException {
    Member member =
        members.has(Member.IGNORE_LIST) ? Member.IGNORE_LIST : Member.GOOGLE_IGNORE_LIST;
    if (!values.optionalArray(members, member)) {
      return;
    }
    JsonScanner in = values.scannerAt(members.offset(member));
    for (boolean has = in.enter(); has; has = in.more()) {
      in.peek();
      int offset = in.position();
      long index = values.index(offset);
      if (index < 0 || index >= size() - first) {
        problems.report(
            Kind.IGNORE_LIST_ENTRY, offset, "An entry of " + member + " is no index of a source");
      } else {
        ignored.set(first + (int) index);
      }
      in.skipValue();
    }
  }
}
