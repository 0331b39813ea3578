/**
 * The one door to all formats: {@link ProfileReader} recognises a body and reads it. {@code
 * ProfileReaderTest} and {@code ForeignFilesTest} speak for it.
 */
@NullMarked
package dev.symbolicator.profile.formats;

import org.jspecify.annotations.NullMarked;
