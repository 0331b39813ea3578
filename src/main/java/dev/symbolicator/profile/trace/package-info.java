/**
 * Chrome's performance traces: read in one pass over the body, written in another one. {@code
 * TraceFormatTest}, {@code TraceScriptsTest} and {@code TracePropertyTest} speak for it.
 */
@NullMarked
package dev.symbolicator.profile.trace;

import org.jspecify.annotations.NullMarked;
