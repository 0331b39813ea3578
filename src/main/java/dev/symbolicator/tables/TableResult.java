package dev.symbolicator.tables;

/** What came of compiling a script with its map. */
public sealed interface TableResult permits CompiledTable, TableFailure {}
