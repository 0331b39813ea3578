package dev.symbolicator.tables;

/** The outcome of compiling a script with its map. */
public sealed interface TableResult permits CompiledTable, TableFailure {}
