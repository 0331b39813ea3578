/**
 * Answers HTTP requests: one class per endpoint, its parameters and its answer. Knows no format of
 * profiles and no source maps.
 *
 * <p>{@code SymbolicateResource} receives a body on the event loop. The work continues on a worker
 * thread, unless the profile is small, all its scripts are in memory and fresh, and its answer is
 * not compressed: then it takes less than a millisecond, and changing the thread would cost a tenth
 * more. {@code Symbolicator.isQuick} is the one place that decides this; the work is the same on
 * either thread, and the answer may be written while the request is still being read, so that one
 * write of the system sends it.
 *
 * <p>{@code SymbolicateTest} and {@code ParametersTest} speak for the endpoint, {@code OpenApiTest}
 * for its description, {@code NothingLeaksTest} for what no answer, log or metric may hold.
 */
@NullMarked
package dev.symbolicator.api;

import org.jspecify.annotations.NullMarked;
