/**
 * What all profile formats have in common: scripts, frames with positions, and a way to write the
 * profile back with original positions. No I/O; knows neither scripts' contents nor source maps.
 *
 * <p>Each format is a package below this one. A new one has three classes and a line in {@code
 * ProfileReader}, from which come recognition, the parameter {@code format} and the list in the
 * problem for other bodies; {@code profile.v8} is an example: {@code …Format implements JsonFormat}
 * names it and begins a scan; a nested {@code JsonScan} is offered each member of the object, says
 * how much the object is like a profile, and keeps the first problem; {@code …Profile extends
 * SplicedProfile} has scripts and frames, and writes the bytes back with a {@code Splice}.
 *
 * <p>A format that is not one JSON object implements {@code BodyFormat} ({@code profile.envelope}).
 * One whose files may be larger than the memory implements {@code LargeFormat} ({@code
 * profile.heap}), with a line in {@code LargeProfileReader}. A format charges its memory to the
 * {@code Allowance}, and lets its {@code Exceeded} pass.
 *
 * <p>{@code ProfileReaderTest} and {@code ProfilePropertyTest} of {@code profile.formats} speak for
 * all formats.
 */
@NullMarked
package dev.symbolicator.profile;

import org.jspecify.annotations.NullMarked;
