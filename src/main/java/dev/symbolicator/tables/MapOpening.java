package dev.symbolicator.tables;

/** The outcome of reading a map. */
sealed interface MapOpening permits OpenedMap, TableFailure {}
