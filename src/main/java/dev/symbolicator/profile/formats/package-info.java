/**
 * The one door to all formats: {@code ProfileReader} recognises a body and reads it; {@code
 * LargeProfileReader} does so for bodies that may be larger than the memory.
 *
 * <p>{@code ProfileReaderTest}, {@code ForeignFilesTest} and {@code MemberOrderTest} speak for
 * recognition, {@code ProfileFuzzTest} and {@code VendorFuzzTest} for hostile bodies.
 */
@NullMarked
package dev.symbolicator.profile.formats;

import org.jspecify.annotations.NullMarked;
