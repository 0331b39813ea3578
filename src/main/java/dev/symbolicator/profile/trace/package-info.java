/**
 * Chrome's performance traces, which may be larger than the memory: read in one pass over the body,
 * written in another one.
 *
 * <p>{@code TraceFormatTest}, {@code TracePropertyTest} and {@code TraceFuzzTest} speak for this
 * package, {@code TraceScriptsTest} for source maps within a trace.
 */
@NullMarked
package dev.symbolicator.profile.trace;

import org.jspecify.annotations.NullMarked;
