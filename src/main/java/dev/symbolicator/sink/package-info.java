/**
 * A folder that other programs read: lines are appended to segments, and each is on the disk before
 * it counts as kept. Complete segments end in {@code .ndjson}; a reader deletes them.
 *
 * <p>{@code SegmentFolderTest} speaks for segments, and for what is left of them after a crash.
 */
@NullMarked
package dev.symbolicator.sink;

import org.jspecify.annotations.NullMarked;
