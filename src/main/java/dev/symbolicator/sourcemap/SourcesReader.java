package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.MapMembers.Member;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import dev.symbolicator.sourcemap.SourceMapProblem.ProblemLog;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/** Reads the sources of maps into one list: URLs, texts and ignore lists. */
final class SourcesReader {

  private final byte[] json;
  private final JsonValues values;
  private final @Nullable WebUrl base;
  private final SourceMapLimits limits;
  private final ProblemLog problems;
  private final SourceList.SourcesBuilder sources;
  private final SourceTexts.TextsBuilder texts;
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
    sources = new SourceList.SourcesBuilder(values.newStrings(), allowance);
    texts = new SourceTexts.TextsBuilder(json, allowance);
  }

  int size() {
    return sources.size();
  }

  SourceList.SourcesMark mark() {
    return sources.mark();
  }

  void reset(SourceList.SourcesMark mark) {
    sources.reset(mark);
    texts.truncate(sources.size());
  }

  SourceList sources() {
    return sources.build();
  }

  SourceTexts.TextsBuilder texts() {
    return texts;
  }

  /** Appends the sources of a map. */
  void read(MapMembers members) throws MapRejectedException {
    int first = size();
    readUrls(members);
    readContents(members);
    readIgnoreList(members, first);
  }

  private void readUrls(MapMembers members) throws MapRejectedException {
    SourceUrls urls = new SourceUrls(base, values.optionalString(members, Member.SOURCE_ROOT));
    int offset = members.offset(Member.SOURCES);
    if (!members.has(Member.SOURCES) || !values.isArray(offset)) {
      throw new MapRejectedException(
          MapProblemKind.SOURCES_NOT_AN_ARRAY, offset, "sources is missing or not an array");
    }
    sources.beginMap(offset, members.end(Member.SOURCES), urls);
    JsonScanner in = values.scannerAt(offset);
    for (boolean has = in.enter(); has; has = in.more()) {
      in.peek();
      if (size() == limits.sources()) {
        throw new MapRejectedException(
            MapProblemKind.TOO_MANY_SOURCES,
            in.position(),
            "More than " + limits.sources() + " sources");
      }
      readUrl(in, urls);
    }
  }

  private void readUrl(JsonScanner in, SourceUrls urls) throws MapRejectedException {
    int offset = in.position();
    if (!values.isString(offset)) {
      if (!values.isNull(offset)) {
        problems.report(
            MapProblemKind.ENTRY_TYPE, offset, "An entry of sources is not a string or null");
      }
      in.skipValue();
      sources.addAbsent();
      return;
    }
    int end = values.validString(in);
    int written = end - offset - 1;
    boolean tooLong = urls.length(written) > SourceUrls.LONGEST_URL;
    boolean certain = !tooLong && urls.certainlyResolves(json, offset + 1, end);
    String source = certain || tooLong ? "" : JsonStrings.decode(json, offset + 1, end);
    urlChars += urls.length(certain || tooLong ? written : source.length());
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
      sources.addAbsent();
      return;
    }
    if (!certain && urls.resolve(source) == null) {
      problems.report(MapProblemKind.SOURCE_URL, offset, "A source is not a valid URL");
    }
    sources.add(offset + 1);
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
          MapProblemKind.ENTRY_TYPE, offset, "An entry of sourcesContent is not a string or null");
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

  private void readIgnoreList(MapMembers members, int first) throws MapRejectedException {
    Member member =
        members.has(Member.IGNORE_LIST) ? Member.IGNORE_LIST : Member.GOOGLE_IGNORE_LIST;
    if (!values.hasArray(members, member)) {
      return;
    }
    JsonScanner in = values.scannerAt(members.offset(member));
    for (boolean has = in.enter(); has; has = in.more()) {
      in.peek();
      int offset = in.position();
      long index = values.index(offset);
      if (index < 0 || index >= size() - first) {
        problems.report(
            MapProblemKind.IGNORE_LIST_ENTRY,
            offset,
            "An entry of " + member + " is not the index of a source");
      } else {
        sources.ignore(first + (int) index);
      }
      in.skipValue();
    }
  }
}
