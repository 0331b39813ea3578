/**
 * Turns failures into answers: the problems of RFC 9457. Does not decide whether a request fails.
 *
 * <p>{@code ProblemsTest} speaks for the answers, {@code StatusTableTest} for the list in the
 * documents.
 */
@NullMarked
package dev.symbolicator.api.problem;

import org.jspecify.annotations.NullMarked;
