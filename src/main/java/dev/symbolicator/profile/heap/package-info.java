/**
 * V8's heap snapshots and allocation timelines, which may be larger than the memory: read in one
 * pass, written in another. {@code SnapshotScan} keeps the place of each section; of every 1,024th
 * node the byte offset and the number of edges so far (16 bytes); the offsets of every 1,024th edge
 * and every 256th string; of each closure the node and the name, of each location the node and the
 * position (8 bytes each).
 *
 * <p>For each script ID, three seeks lead from a closure over its shared function to the script's
 * node; {@code ReadBudget} limits these. {@code FrameList} makes each distinct position a frame.
 * {@code SnapshotWriter} copies the file, counts a comma for each number that it passes, and
 * replaces names of located nodes and the rows of {@code locations} and {@code
 * trace_function_infos}.
 *
 * <p>{@code SnapshotRulesTest} and {@code LargeSnapshotTest} speak for the answers, {@code
 * HeapFuzzTest} and {@code ReadBudgetTest} for hostile files.
 */
@NullMarked
package dev.symbolicator.profile.heap;

import org.jspecify.annotations.NullMarked;
