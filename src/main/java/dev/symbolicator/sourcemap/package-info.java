/**
 * Reads source maps (ECMA-426) and looks positions up. No I/O; knows neither the text of scripts
 * nor where maps come from.
 *
 * <p>{@code OfficialSuiteTest} runs the standard's own cases, {@code ClosureDifferentialTest}
 * compares each answer with another reader's, {@code SourceMapFuzzTest} and {@code
 * HostileMappingsTest} speak for hostile maps.
 */
@NullMarked
package dev.symbolicator.sourcemap;

import org.jspecify.annotations.NullMarked;
