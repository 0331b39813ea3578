/**
 * Interprets profiles: the call tree, the functions, and the time of each sample in integer
 * microseconds. Knows no format.
 *
 * <p>{@code TimelineTest} of {@code profile.formats} and {@code ExportTest} of {@code export} speak
 * for this package.
 */
@NullMarked
package dev.symbolicator.timeline;

import org.jspecify.annotations.NullMarked;
