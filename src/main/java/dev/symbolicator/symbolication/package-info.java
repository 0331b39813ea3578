/**
 * The use case: a profile in, a profile and a report out. Knows nothing of HTTP, and not where
 * symbol tables come from.
 */
@NullMarked
package dev.symbolicator.symbolication;

import org.jspecify.annotations.NullMarked;
