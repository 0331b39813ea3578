/**
 * V8's heap snapshots and allocation timelines, which may be larger than the memory: read in one
 * pass, written in another.
 */
@NullMarked
package dev.symbolicator.profile.heap;

import org.jspecify.annotations.NullMarked;
