/** Content codings (RFC 9110, section 8.4), undone within limits of size, memory and time. */
@NullMarked
package dev.symbolicator.content;

import org.jspecify.annotations.NullMarked;
