package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.naive.NaiveLookup.Segment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * A map as a value. It can be written as JSON in many ways, and lists the mappings that a reader
 * must find.
 */
sealed interface MapModel {

  /** A map without sections. The segments of each line are in the map's order. */
  record Plain(int sources, int names, List<List<Place>> lines) implements MapModel {}

  /** An index map. */
  record Index(List<Section> sections) implements MapModel {}

  /** A segment with 1, 4 or 5 fields. Fields beyond {@code fields} are ignored. */
  record Place(int column, int fields, int source, int line, int originalColumn, int name) {}

  /** A section of an index map. */
  record Section(int line, int column, MapModel map) {}

  /**
   * Returns the map as JSON in UTF-8. The seed varies the order of members, white space, escapes
   * and redundant digits.
   */
  default byte[] json(long seed) {
    return new Writer(new Random(seed)).write(this).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns all mappings in the order of their generated positions. */
  default List<Segment> expected() {
    Totals totals = new Totals(new ArrayList<>());
    totals.add(this, 0, 0);
    totals.segments.sort(Comparator.comparingInt(Segment::line).thenComparingInt(Segment::column));
    return totals.segments;
  }

  /** Collects the mappings of all sections. */
  final class Totals {
    private final List<Segment> segments;
    private int sources;
    private int names;

    private Totals(List<Segment> segments) {
      this.segments = segments;
    }

    private void add(MapModel model, int line, int column) {
      if (model instanceof Plain plain) {
        for (int i = 0; i < plain.lines().size(); i++) {
          for (Place place : plain.lines().get(i)) {
            segments.add(segment(place, line + i, place.column() + (i == 0 ? column : 0)));
          }
        }
        sources += plain.sources();
        names += plain.names();
      } else if (model instanceof Index index) {
        for (Section section : index.sections()) {
          add(
              section.map(),
              line + section.line(),
              section.column() + (section.line() == 0 ? column : 0));
        }
      }
    }

    private Segment segment(Place place, int line, int column) {
      if (place.fields() == 1) {
        return new Segment(line, column, null);
      }
      int name = place.fields() == 5 ? names + place.name() : Mapping.NO_NAME;
      return new Segment(
          line,
          column,
          new Mapping(
              line, column, sources + place.source(), place.line(), place.originalColumn(), name));
    }
  }

  /** Writes models as JSON. */
  final class Writer {
    private final Random noise;

    private Writer(Random noise) {
      this.noise = noise;
    }

    private String write(MapModel model) {
      List<String> members = new ArrayList<>(List.of("\"version\":" + space() + "3"));
      if (noise.nextBoolean()) {
        members.add("\"x\":{\"mappings\":[\"\\\"\\\\\",{\"sections\":[]}],\"names\":null}");
      }
      if (model instanceof Plain plain) {
        members.add("\"sources\":" + strings("s", plain.sources()));
        members.add("\"names\":" + strings("n", plain.names()));
        members.add("\"mappings\":\"" + escaped(mappings(plain)) + "\"");
      } else if (model instanceof Index index) {
        List<String> sections = new ArrayList<>();
        for (Section section : index.sections()) {
          String offset =
              object(List.of("\"line\":" + section.line(), "\"column\":" + section.column()));
          sections.add(object(List.of("\"offset\":" + offset, "\"map\":" + write(section.map()))));
        }
        members.add("\"sections\":[" + String.join(",", sections) + "]");
      }
      return object(members);
    }

    private String mappings(Plain plain) {
      MappingsEncoder encoder = new MappingsEncoder(noise);
      for (int i = 0; i < plain.lines().size(); i++) {
        if (i > 0) {
          encoder.newLine();
        }
        for (Place place : plain.lines().get(i)) {
          if (place.fields() == 1) {
            encoder.unmapped(place.column());
          } else {
            encoder.mapped(place.column(), place.source(), place.line(), place.originalColumn());
          }
          if (place.fields() == 5) {
            encoder.named(place.name());
          }
        }
      }
      return encoder.toString();
    }

    private String object(List<String> members) {
      List<String> shuffled = new ArrayList<>(members);
      Collections.shuffle(shuffled, noise);
      return space() + "{" + space() + String.join("," + space(), shuffled) + space() + "}";
    }

    private String strings(String prefix, int count) {
      List<String> strings = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        strings.add(space() + "\"" + escaped(prefix + i) + "\"");
      }
      return space() + "[" + String.join(",", strings) + "]";
    }

    private String escaped(String text) {
      if (noise.nextInt(4) != 0) {
        return text;
      }
      StringBuilder escaped = new StringBuilder();
      text.chars()
          .forEach(
              c ->
                  escaped.append(
                      noise.nextInt(3) == 0
                          ? "\\u%04x".formatted(c)
                          : Character.toString((char) c)));
      return escaped.toString();
    }

    private String space() {
      return new String[] {"", "", "", " ", "\n", "\t \r\n"}[noise.nextInt(6)];
    }
  }
}
