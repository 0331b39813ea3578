/**
 * Compiles a script and its source map into a symbol table, and looks positions up in the table. No
 * I/O; knows no URLs of scripts and no profiles.
 *
 * <p>A table is one immutable block of bytes: a header with magic, version and checksum, then
 * sections of numbers and texts. The block is the same in memory, on disk and in Redis, so a
 * restart is warm and the heap stays small. Every offset that is read from a block is checked.
 *
 * <p>A profile gives the start of a function ({@code PositionKind.START}) or a position within
 * ({@code PositionKind.EXECUTING}). A start is looked up exactly, among the functions. A position
 * within is looked up in the mappings, on its line, and its name is that of the innermost function
 * around, by the functions' ends ({@code ExtentTable}), which take 1.2 to 1.8 bytes a function. The
 * ends are left out if the script was not understood well enough to know its nesting. A table that
 * was compiled without the script has mappings and no ends, so a position within keeps the
 * profile's name. Only starts tell that a profile is of another version.
 *
 * <p>{@code FunctionResolverTest} and {@code SymbolLookupTest} speak for look-ups, {@code
 * MapMatchTest}, {@code MapShiftTest} and {@code TextFitTest} for maps that do not fit, {@code
 * BlockTest} and {@code BlockFuzzTest} for damaged blocks, {@code AccuracyTest} for the figures.
 */
@NullMarked
package dev.symbolicator.symbols;

import org.jspecify.annotations.NullMarked;
