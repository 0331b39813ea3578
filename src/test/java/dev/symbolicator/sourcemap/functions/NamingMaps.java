package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes maps that name functions from JSON with single quotes, and shows answers as text. */
final class NamingMaps {

  static final String SCOPES = "scopes";
  static final String PASTA = "x_com_bloomberg_sourcesFunctionMappings";
  static final String METRO = "x_facebook_sources";

  private NamingMaps() {}

  /** Returns a map with this many sources, and with a member whose value is JSON. */
  static String map(int sources, List<String> names, String member, String value) {
    return "{'version':3,'sources':[%s],'names':[%s],'mappings':'','%s':%s}"
        .formatted(
            IntStream.range(0, sources).mapToObj(i -> "'s" + i + "'").collect(joining()),
            names.stream().map(name -> "'" + name + "'").collect(joining()),
            member,
            value);
  }

  private static Collector<CharSequence, ?, String> joining() {
    return Collectors.joining(",");
  }

  /**
   * Returns the functions of a map with one source, whose scopes are one string for all sources.
   */
  static FunctionNames wholeScopes(List<String> names, String scopes) {
    return names(map(1, names, SCOPES, "'" + scopes + "'"));
  }

  /** Returns the functions of a map with one source, whose member is a list with one string. */
  static FunctionNames listed(String member, List<String> names, String text) {
    return names(map(1, names, member, "['" + text + "']"));
  }

  /** Returns the functions of a map with one source and its Metro function map. */
  static FunctionNames metro(List<String> names, String mappings) {
    return names(map(1, List.of(), METRO, metroEntry(names, mappings)));
  }

  static String metroEntry(List<String> names, String mappings) {
    return "[[{'names':[%s],'mappings':'%s'}]]"
        .formatted(names.stream().map(name -> "'" + name + "'").collect(joining()), mappings);
  }

  static FunctionNames names(String withSingleQuotes) {
    return FunctionNames.of(read(withSingleQuotes), plenty());
  }

  static SourceMapReading.Read read(String withSingleQuotes) {
    return read(withSingleQuotes.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  static SourceMapReading.Read read(byte[] json) {
    return assertInstanceOf(
        SourceMapReading.Read.class,
        SourceMapReader.read(json, ReadOptions.lenient(null), plenty()));
  }

  /**
   * Returns the function's name at a position of source 0: empty if anonymous, {@code -} if
   * unknown.
   */
  static String at(FunctionNames names, int line, int column) {
    return at(names, 0, line, column);
  }

  static String at(FunctionNames names, int source, int line, int column) {
    NamedFunction function = names.at(source, line, column);
    return function == null ? "-" : function.name();
  }
}
