/**
 * V8's heap snapshots and allocation timelines, which may be larger than the memory: read in one
 * pass, written in another.
 *
 * <p>{@code SnapshotScan} passes over the file once and keeps
 *
 * <ul>
 *   <li>the place of each section
 *   <li>of every 1,024th node the byte offset and the number of edges so far (16 bytes)
 *   <li>the offsets of every 1,024th edge and of every 256th string (8 bytes each)
 *   <li>of each closure the node and the name, of each location the node and the position (8 bytes
 *       each)
 * </ul>
 *
 * <p>The distinct positions are a table of open addressing. For each script ID, three seeks lead
 * from a closure over its shared function to the script's node; {@code ReadBudget} limits the bytes
 * of these reads. {@code FrameList} makes each distinct position a frame. {@code SnapshotWriter}
 * copies the file, counts a comma for each number that it passes, and replaces the names of located
 * nodes and the rows of {@code locations} and {@code trace_function_infos}. All columns charge the
 * request's budget before they grow.
 *
 * <p>{@code SnapshotRulesTest} and {@code LargeSnapshotTest} speak for the answers, {@code
 * HeapFuzzTest} and {@code ReadBudgetTest} for hostile files.
 */
@NullMarked
package dev.symbolicator.profile.heap;

import org.jspecify.annotations.NullMarked;
