package dev.symbolicator.tables;

import dev.symbolicator.sourcemap.SourceMapReading;

/** A map that was read, and the file that was read. */
record OpenedMap(SourceMapReading.Read read, MapFile file) implements MapOpening {}
