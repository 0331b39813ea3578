/**
 * Interprets profiles: the call tree, the functions, and the time of each sample in integer
 * microseconds. Knows no format.
 */
@NullMarked
package dev.symbolicator.timeline;

import org.jspecify.annotations.NullMarked;
