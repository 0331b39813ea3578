/**
 * Undoes content codings (RFC 9110, section 8.4) within limits of size, memory and time. Knows
 * neither HTTP messages nor the meaning of bodies.
 */
@NullMarked
package dev.symbolicator.content;

import org.jspecify.annotations.NullMarked;
