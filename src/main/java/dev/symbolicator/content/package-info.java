/**
 * Undoes content codings (RFC 9110, section 8.4) within limits of size, memory and time. Knows
 * neither HTTP messages nor the meaning of bodies. {@code DecoderTest} and {@code
 * StreamDecodingTest} speak for whole bodies and for streams, {@code HostileBodiesTest} and {@code
 * DecoderMemoryTest} for the limits.
 */
@NullMarked
package dev.symbolicator.content;

import org.jspecify.annotations.NullMarked;
