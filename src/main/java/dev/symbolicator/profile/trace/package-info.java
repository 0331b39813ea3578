/** Chrome's performance traces: read in one pass over the body, written in another one. */
@NullMarked
package dev.symbolicator.profile.trace;

import org.jspecify.annotations.NullMarked;
