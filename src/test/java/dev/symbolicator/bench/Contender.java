package dev.symbolicator.bench;

import static dev.symbolicator.testing.Allowances.plenty;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.debugging.sourcemap.SourceMapConsumerV3;
import com.google.debugging.sourcemap.SourceMapParseException;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The readers that are compared. Each opens a map from the bytes that were served. */
public enum Contender {
  /** This project's reader, with the map's URL as the service reads it. */
  SYMBOLICATOR {
    @Override
    Object open(byte[] json) {
      return symbolicator(json);
    }

    @Override
    Object find(Object map, int line, int column) {
      return ((SourceMap) map).find(line, column);
    }
  },
  /** The Closure Compiler's {@code SourceMapConsumerV3}, which takes a String. */
  CLOSURE {
    @Override
    Object open(byte[] json) {
      return closure(json);
    }

    @Override
    Object find(Object map, int line, int column) {
      return ((SourceMapConsumerV3) map).getMappingForLine(line + 1, column + 1);
    }
  },
  /**
   * Jackson, binding four members and skipping the others: no reader of maps, but a floor for most
   * readers.
   */
  DATABIND {
    @Override
    Object open(byte[] json) {
      return fourMembers(json);
    }

    @Override
    Object find(Object map, int line, int column) {
      return map;
    }
  };

  private static final WebUrl MAP_URL =
      Objects.requireNonNull(WebUrl.parse("https://assets.example/js/app.js.map"));
  private static final ObjectMapper JACKSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  abstract Object open(byte[] json);

  /** Looks up a 0-based position; null if the position is unmapped. */
  abstract Object find(Object map, int line, int column);

  static SourceMap symbolicator(byte[] json) {
    SourceMapReading reading = SourceMapReader.read(json, ReadOptions.lenient(MAP_URL), plenty());
    if (reading instanceof SourceMapReading.Read read) {
      return read.map();
    }
    throw new IllegalArgumentException(reading.toString());
  }

  /** Opens a map with Closure; throws Closure's exception if Closure cannot read the map. */
  public static SourceMapConsumerV3 closure(byte[] json) {
    SourceMapConsumerV3 map = new SourceMapConsumerV3();
    try {
      map.parse(new String(json, StandardCharsets.UTF_8));
    } catch (SourceMapParseException e) {
      throw new IllegalArgumentException(e);
    }
    return map;
  }

  private static FourMembers fourMembers(byte[] json) {
    try {
      return JACKSON.readValue(json, FourMembers.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record FourMembers(
      int version, List<String> sources, List<String> names, String mappings) {}
}
