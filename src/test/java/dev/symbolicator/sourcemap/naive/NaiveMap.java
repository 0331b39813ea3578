package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.naive.NaiveLookup.Segment;
import java.util.ArrayList;
import java.util.List;

/** A map as lists: sources, names, and segments with indices into both. */
public record NaiveMap(
    String file, List<Source> sources, List<String> names, List<Segment> segments) {

  /** A source; its URL and its text may be null. */
  public record Source(String url, String content, boolean ignored) {}

  NaiveMap(String file) {
    this(file, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /** Appends the map of a section, whose indices refer to its own sources and names. */
  void append(NaiveMap section) {
    for (Segment segment : section.segments) {
      segments.add(new Segment(segment.line(), segment.column(), shifted(segment.original())));
    }
    sources.addAll(section.sources);
    names.addAll(section.names);
  }

  private Mapping shifted(Mapping mapping) {
    return mapping == null
        ? null
        : new Mapping(
            mapping.generatedLine(),
            mapping.generatedColumn(),
            mapping.source() + sources.size(),
            mapping.originalLine(),
            mapping.originalColumn(),
            mapping.name() != Mapping.NO_NAME ? mapping.name() + names.size() : Mapping.NO_NAME);
  }
}
