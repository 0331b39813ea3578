/**
 * The use case: a profile in, a profile and a report out. Knows nothing of HTTP, and not where
 * symbol tables come from.
 *
 * <p>{@code Symbolicator} asks {@code ScriptResolver} for all scripts of a profile at once, looks
 * each frame up with {@code FrameSymbols}, and lets the profile write itself back. A script whose
 * map came within the profile or beside it ({@code SentMaps}) is looked for in no place: {@code
 * EmbeddedScripts} has the map compiled, for this request only.
 *
 * <p>{@code TraceAccuracyTest} and {@code CallPositionsTest} speak for names and places, {@code
 * ScriptResolverTest} for scripts and deadlines, {@code WrongBuildTest} for profiles of another
 * build, {@code ColdAndWarmTest} for repeatable answers.
 */
@NullMarked
package dev.symbolicator.symbolication;

import org.jspecify.annotations.NullMarked;
