/**
 * Writes interpreted profiles in the formats of other tools: one class for each format. Each tells
 * its size before it writes. A {@code WeightedProfile} is what formats without an order in time
 * need: {@code ShownProfile} is one of one profile, and sums of {@code rows} are others.
 *
 * <p>{@code ExportTest} speaks for the formats, {@code SumExportTest} for those of sums, {@code
 * HostileSamplesTest} for samples made to be large.
 */
@NullMarked
package dev.symbolicator.export;

import org.jspecify.annotations.NullMarked;
