/**
 * V8's heap snapshots and allocation timelines, which may be larger than the memory: read in one
 * pass, written in another. {@code SnapshotRulesTest}, {@code SnapshotProblemsTest} and {@code
 * HeapSamplesTest} speak for it.
 */
@NullMarked
package dev.symbolicator.profile.heap;

import org.jspecify.annotations.NullMarked;
