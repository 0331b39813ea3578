/**
 * Writes interpreted profiles in the formats of other tools: one class for each format. Each tells
 * its size before it writes.
 */
@NullMarked
package dev.symbolicator.export;

import org.jspecify.annotations.NullMarked;
