/**
 * Turns failures into answers: the problems of RFC 9457. Does not decide whether a request fails.
 */
@NullMarked
package dev.symbolicator.api.problem;

import org.jspecify.annotations.NullMarked;
