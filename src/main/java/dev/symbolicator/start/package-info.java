/**
 * Makes a fresh process fast: the warm-up when the service starts, and the archive of classes that
 * the build makes.
 *
 * <p>{@code StartWarmUpTest} and {@code ArchiveMakerTest} run both.
 */
@NullMarked
package dev.symbolicator.start;

import org.jspecify.annotations.NullMarked;
