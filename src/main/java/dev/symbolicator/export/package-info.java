/**
 * Writes interpreted profiles in the formats of other tools: one class for each format. Each tells
 * its size before it writes.
 *
 * <p>{@code ExportTest} speaks for the formats, {@code HostileSamplesTest} for samples made to be
 * large.
 */
@NullMarked
package dev.symbolicator.export;

import org.jspecify.annotations.NullMarked;
