/**
 * The use case: a profile in, a profile and a report out. All scripts are looked up at once, until
 * a deadline; frames that do not fit their script stay as they are.
 *
 * <p>Tests: TraceAccuracyTest and CallPositionsTest for accuracy, WrongBuildTest, NewVersionTest,
 * ScriptResolverTest for deadlines and limits.
 */
@NullMarked
package dev.symbolicator.symbolication;

import org.jspecify.annotations.NullMarked;
