/**
 * Reads JSON texts as profiles, and writes them back with only the changed values replaced. {@code
 * RootScan} offers members to a {@code JsonScan} of each format, and chooses the most alike; {@code
 * FrameTable} keeps the offsets of values that may change, and {@code Splice} replaces these.
 *
 * <p>{@code JsonBufferTest} speaks for writing, {@code ProfilePropertyTest} of {@code
 * profile.formats} for bytes that must not change.
 */
@NullMarked
package dev.symbolicator.profile.json;

import org.jspecify.annotations.NullMarked;
