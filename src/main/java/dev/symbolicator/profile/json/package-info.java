/**
 * Reads JSON texts as profiles, and writes them back with only the changed values replaced.
 *
 * <p>{@code JsonDocument} parses a text once. {@code RootScan} offers the members of the outermost
 * object, and of its member {@code trace}, to a {@code JsonScan} of each format, and chooses the
 * most alike. {@code FrameTable} keeps the offsets of the values that a format may change, and
 * {@code Splice} writes the text with these replaced.
 *
 * <p>{@code JsonBufferTest} speaks for writing, {@code ProfilePropertyTest} of {@code
 * profile.formats} for bytes that must not change.
 */
@NullMarked
package dev.symbolicator.profile.json;

import org.jspecify.annotations.NullMarked;
