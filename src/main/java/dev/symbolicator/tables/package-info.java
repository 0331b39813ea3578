/**
 * Makes symbol tables from scripts and their source maps, and stores the tables by their content.
 * Knows nothing of freshness, and not which URLs a table serves.
 */
@NullMarked
package dev.symbolicator.tables;

import org.jspecify.annotations.NullMarked;
