/**
 * The trace of the JS Self-Profiling API. Lines and columns are 1-based in it.
 *
 * <p>{@code JsSelfProfileTest} and {@code ReductionTest} of {@code profile.formats} speak for this
 * package.
 */
@NullMarked
package dev.symbolicator.profile.selfprofile;

import org.jspecify.annotations.NullMarked;
