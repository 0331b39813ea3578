/**
 * Reads JSON bodies of any size as profiles, and writes them back with only the changed values
 * replaced. {@code SpliceTest} and {@code FrameSpellingTest} speak for it, and the tests of {@code
 * profile.formats}.
 *
 * <p>{@link JsonDocument} reads a text in memory once: it offers the members of the outermost
 * object, and of its member {@code trace}, to a {@link JsonFormat.JsonScan} of each format, and
 * chooses the most alike. {@link FrameTable} keeps the offsets of the values that a format may
 * change, and {@link Splice} writes the text with these replaced; {@link BodyCopy} does so for a
 * body that is larger than the memory.
 */
@NullMarked
package dev.symbolicator.profile.json;

import org.jspecify.annotations.NullMarked;
