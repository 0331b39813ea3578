/**
 * Recognises profile formats, reads the positions of their frames, and writes profiles back with
 * original positions. No I/O; knows neither scripts nor source maps.
 *
 * <p>{@link ProfileReader} parses a body once. {@code DocumentScan} offers the members of the
 * outermost object to a scan of each format and chooses the format at the end. {@code
 * SelfProfileScan} and {@code FrameScan} collect the frames and the offsets of their values, of
 * which {@code JsSelfProfile} makes a {@link Profile}. {@code Splice} writes the body with these
 * values replaced.
 *
 * <p>A further format needs three things: a scan with the methods of {@code SelfProfileScan}, a
 * class that implements {@link Profile}, and a line in {@code DocumentScan} that offers members to
 * the scan and a line that chooses it.
 */
@NullMarked
package dev.symbolicator.profile;

import org.jspecify.annotations.NullMarked;
