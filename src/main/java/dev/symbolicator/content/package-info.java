/**
 * Bytes under limits: content codings that are undone within a size limit, and the one budget of
 * bytes in flight.
 */
@NullMarked
package dev.symbolicator.content;

import org.jspecify.annotations.NullMarked;
