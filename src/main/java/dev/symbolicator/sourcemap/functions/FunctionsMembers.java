package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.JsonSlice;
import dev.symbolicator.sourcemap.SectionPlace;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMapReading;
import dev.symbolicator.sourcemap.SourceTexts;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens the members of one map that name functions. Each member decodes a source's part on demand.
 */
final class FunctionsMembers {

  private final SourceMap map;
  private final SourceTexts texts;
  private final SectionPlace place;
  private final Allowance allowance;

  FunctionsMembers(SourceMapReading.Read read, SectionPlace place, Allowance allowance) {
    this.allowance = allowance;
    map = read.map();
    texts = read.texts();
    this.place = place;
  }

  /** Opens {@code scopes}: a string, or a list with a string for each source. */
  FunctionsMember scopes(JsonSlice scopes) throws MalformedNamesException {
    OriginalNames names = names(OriginalName::plain);
    String whole = scopes.string(allowance);
    FunctionsMember member =
        whole == null
            ? strings(scopes, (text, budget) -> ScopesDecoder.oneSource(text, names, budget))
            : new WholeMapScopes(whole, names, place.sourceCount());
    return (source, budget) -> {
      SourceFunctions table = member.table(source, budget);
      return table == null ? null : confirmed(table, source);
    };
  }

  private SourceFunctions confirmed(SourceFunctions table, int source)
      throws MalformedNamesException {
    try (Allowance reading = allowance.part()) {
      String text = texts.content(place.firstSource() + source, reading);
      if (text == null) {
        return table;
      }
      reading.take((long) Character.BYTES * text.length());
      return TextConfirmation.confirmed(table, text, reading);
    }
  }

  /** Opens {@code x_com_bloomberg_sourcesFunctionMappings}. */
  FunctionsMember functionMappings(JsonSlice mappings) throws MalformedNamesException {
    OriginalNames names = names(NameReading::pasta);
    return strings(mappings, (text, budget) -> FunctionMappingsDecoder.decode(text, names, budget));
  }

  /** Opens {@code x_facebook_sources}: a list with a list of metadata for each source. */
  FunctionsMember facebookSources(JsonSlice sources) throws MalformedNamesException {
    List<JsonSlice> entries = entries(sources, place.sourceCount());
    return (source, budget) ->
        source >= entries.size() || entries.get(source).isNull()
            ? null
            : metadata(entries(entries.get(source), 1), budget);
  }

  private @Nullable SourceFunctions metadata(List<JsonSlice> metadata, RowBudget budget)
      throws MalformedNamesException {
    if (metadata.isEmpty() || metadata.get(0).isNull()) {
      return null;
    }
    JsonSlice mappings = metadata.get(0).member("mappings");
    JsonSlice names = metadata.get(0).member("names");
    if (mappings == null || names == null) {
      throw new MalformedNamesException("a function map lacks names or mappings");
    }
    List<JsonSlice> entries = entries(names, Integer.MAX_VALUE);
    OriginalNames own =
        new OriginalNames(
            entries.size(),
            index -> entries.get(index).string(allowance),
            NameReading::metro,
            allowance);
    return decoded(mappings, (text, rows) -> FunctionMapDecoder.decode(text, own, rows), budget);
  }

  private interface StringDecoder {
    SourceFunctions decode(String text, RowBudget budget) throws MalformedNamesException;
  }

  private FunctionsMember strings(JsonSlice list, StringDecoder decoder)
      throws MalformedNamesException {
    List<JsonSlice> entries = entries(list, place.sourceCount());
    return (source, budget) ->
        source >= entries.size() || entries.get(source).isNull()
            ? null
            : decoded(entries.get(source), decoder, budget);
  }

  private SourceFunctions decoded(JsonSlice text, StringDecoder decoder, RowBudget budget)
      throws MalformedNamesException {
    try (Allowance reading = allowance.part()) {
      return decoder.decode(string(text, reading), budget);
    }
  }

  private OriginalNames names(Function<String, @Nullable OriginalName> reading) {
    return new OriginalNames(
        place.nameCount(), index -> map.name(place.firstName() + index), reading, allowance);
  }

  private List<JsonSlice> entries(JsonSlice value, int limit) throws MalformedNamesException {
    List<JsonSlice> entries = value.elements(limit, allowance);
    if (entries == null) {
      throw new MalformedNamesException("not an array");
    }
    return entries;
  }

  private static String string(JsonSlice value, Allowance allowance)
      throws MalformedNamesException {
    String text = value.string(allowance);
    if (text == null) {
      throw new MalformedNamesException("not a string");
    }
    return text;
  }
}
