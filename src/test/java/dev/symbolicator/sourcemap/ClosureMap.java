package dev.symbolicator.sourcemap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.debugging.sourcemap.SourceMapConsumerV3;
import com.google.debugging.sourcemap.proto.Mapping.OriginalMapping;
import dev.symbolicator.bench.Contender;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A map that two readers have read: closure-compiler's {@code SourceMapConsumerV3} and ours. */
final class ClosureMap {
  private static final ObjectMapper JACKSON = new ObjectMapper();

  private final JsonNode json;
  private final SourceMap map;
  private final SourceMapConsumerV3 closure;
  private final List<String> sources = new ArrayList<>();

  ClosureMap(byte[] bytes) {
    map = Maps.lenient(bytes).map();
    closure = Contender.closure(bytes);
    try {
      json = JACKSON.readTree(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    addSources(json);
  }

  SourceMap map() {
    return map;
  }

  /** Tells whether a mapping is the last of a section of an index map. */
  boolean endsASection(Mapping mapping) {
    for (JsonNode section : json.path("sections")) {
      int line = section.at("/offset/line").asInt();
      int column = section.at("/offset/column").asInt();
      if (isBefore(mapping, line, column)) {
        return hasNoneBetween(mapping, line, column);
      }
    }
    return json.has("sections") && hasNoneBetween(mapping, Integer.MAX_VALUE, 0);
  }

  /** Returns closure's answer for a 0-based position; null if there is none. */
  OriginalMapping closuresAnswer(int line, int column) {
    return closure.getMappingForLine(line + 1, column + 1);
  }

  /**
   * Tells whether both answers have the same source as the map writes it, line, column and name.
   */
  boolean isSame(OriginalMapping closures, Mapping ours) {
    if (closures == null || ours == null) {
      return closures == null && ours == null;
    }
    return closures.getLineNumber() == ours.originalLine() + 1
        && closures.getColumnPosition() == ours.originalColumn() + 1
        && closures.getOriginalFile().equals(sources.get(ours.source()))
        && closures.hasIdentifier() == (ours.name() != Mapping.NO_NAME)
        && (!closures.hasIdentifier() || closures.getIdentifier().equals(map.name(ours.name())));
  }

  private void addSources(JsonNode plainOrIndex) {
    plainOrIndex.path("sources").forEach(source -> sources.add(source.asText()));
    plainOrIndex.path("sections").forEach(section -> addSources(section.get("map")));
  }

  private static boolean isBefore(Mapping mapping, int line, int column) {
    return mapping.generatedLine() < line
        || (mapping.generatedLine() == line && mapping.generatedColumn() < column);
  }

  private boolean hasNoneBetween(Mapping mapping, int line, int column) {
    return !map.mappings(mapping.generatedLine(), mapping.generatedColumn() + 1, line, column)
        .next();
  }
}
