/**
 * Reads JSON texts as profiles, and writes them back with only the changed values replaced.
 *
 * <p>{@link JsonDocument} parses a text once. {@code RootScan} offers the members of the outermost
 * object, and of its member {@code trace}, to a {@link JsonScan} of each format, and chooses the
 * most alike. {@link FrameTable} keeps the offsets of the values that a format may change, and
 * {@link Splice} writes the text with these replaced.
 */
@NullMarked
package dev.symbolicator.profile.json;

import org.jspecify.annotations.NullMarked;
