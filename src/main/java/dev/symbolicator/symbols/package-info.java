/**
 * Compiles a script and its source map into a symbol table, and looks positions up in it. No I/O;
 * knows no URLs of scripts and no profiles.
 *
 * <p>A start ({@code PositionKind.START}) is looked up exactly, among the functions. A position
 * within ({@code PositionKind.EXECUTING}) is looked up in the mappings, on its line, and its name
 * is that of the innermost function around, by the functions' ends ({@code ExtentTable}, 1.2 to 1.8
 * bytes a function). The ends are left out if the script was not understood or is not known; then a
 * position within keeps the profile's name. Only starts tell that a profile is of another version.
 *
 * <p>{@code FunctionResolverTest} and {@code SymbolLookupTest} speak for look-ups, {@code
 * MapMatchTest}, {@code MapShiftTest} and {@code TextFitTest} for maps that do not fit, {@code
 * BlockTest} and {@code BlockFuzzTest} for damaged blocks, {@code AccuracyTest} for the figures.
 */
@NullMarked
package dev.symbolicator.symbols;

import org.jspecify.annotations.NullMarked;
