/**
 * Answers HTTP requests: one class per endpoint, its parameters and its answer. Knows no format of
 * profiles and no source maps.
 *
 * <p>{@code SymbolicateResource} receives a body on the event loop. The work continues on a worker
 * thread, unless it takes less than a millisecond; then changing the thread would cost a tenth
 * more. So a small body is read on the event loop ({@code isSmall}: plain JSON, no options, an
 * answer without a coding), and answered there if all its scripts are fresh in memory ({@code
 * Symbolicator.isQuick}). The work is the same on either thread.
 *
 * <p>{@code SymbolicateTest} and {@code ParametersTest} speak for the endpoint, {@code OpenApiTest}
 * for its description, {@code NothingLeaksTest} for what no answer, log or metric may hold.
 */
@NullMarked
package dev.symbolicator.api;

import org.jspecify.annotations.NullMarked;
