package dev.symbolicator.tables;

import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;

/** A map that was read, with its file. */
record OpenedMap(SourceMapReading.Read read, MapFile file) implements MapOpening {}
