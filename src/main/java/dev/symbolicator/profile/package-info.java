/**
 * What all profile formats have in common: scripts, frames with positions, and a way to write the
 * profile back with original positions. No I/O; knows neither scripts' contents nor source maps.
 *
 * <p>Each format is a package of its own below this one, and a line in {@code formats}, whose tests
 * speak for all formats.
 */
@NullMarked
package dev.symbolicator.profile;

import org.jspecify.annotations.NullMarked;
