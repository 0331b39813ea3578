/**
 * What all profile formats have in common: scripts, frames with positions, and a way to write the
 * profile back with original positions. No I/O; knows neither scripts' contents nor source maps.
 *
 * <p>Each format is a package below this one. A new one has three classes and a line in {@code
 * ProfileReader}; {@code profile.v8} is an example with little else:
 *
 * <ul>
 *   <li>{@code …Format implements JsonFormat} names the format, and begins a scan
 *   <li>{@code …Scan implements JsonScan} is offered each member of the object, reads those of the
 *       format, tells how much the object is like a profile, and keeps the first problem
 *   <li>{@code …Profile implements Profile} has scripts and frames, and writes the bytes back with
 *       a {@code Splice}
 * </ul>
 *
 * <p>From the line come the recognition, the parameter {@code format}, and the list in the problem
 * for other bodies. A format that is not one JSON object implements {@code BodyFormat} instead
 * ({@code profile.envelope}). One whose files may be larger than the memory implements {@code
 * LargeFormat}, with a line in {@code LargeProfileReader} ({@code profile.heap}): it reads a {@code
 * BodyBytes} once with a {@code JsonReader}, keeps offsets instead of values, and writes with a
 * {@code BodyCopy}. Positions are 0-based in every {@code ProfileFrame}. A format charges its
 * memory to the {@code Allowance}, and {@code sourcesPerFrame} says how often a frame spells its
 * source.
 *
 * <p>{@code ProfileReaderTest} and {@code ProfilePropertyTest} of {@code profile.formats} speak for
 * all formats.
 */
@NullMarked
package dev.symbolicator.profile;

import org.jspecify.annotations.NullMarked;
