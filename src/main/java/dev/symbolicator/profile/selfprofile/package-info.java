/**
 * The trace of the JS Self-Profiling API: its frames are rewritten, its samples can be interpreted
 * or left out. {@code JsSelfProfileTest}, {@code TimelineTest} and {@code ReductionTest} speak for
 * it.
 */
@NullMarked
package dev.symbolicator.profile.selfprofile;

import org.jspecify.annotations.NullMarked;
