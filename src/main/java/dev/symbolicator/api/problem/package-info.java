/** Turns failures into answers: problems of RFC 9457. */
@NullMarked
package dev.symbolicator.api.problem;

import org.jspecify.annotations.NullMarked;
