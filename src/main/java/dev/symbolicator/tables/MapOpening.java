package dev.symbolicator.tables;

/** What came of reading a map. */
sealed interface MapOpening permits OpenedMap, TableFailure {}
