package dev.symbolicator.symbols;

/** A place in an original source, whose position is one of {@link Positions}. */
record Place(int source, long position) {}
