/**
 * Takes archives of build folders apart, pairs scripts with source maps, checks each pair, and adds
 * the pairs to the library. Knows no endpoint.
 *
 * <p>{@code ArchiveReaderTest} and its fuzz test speak for archives, {@code PairingTest} for pairs,
 * {@code UploadMemoryTest} for limits.
 */
@NullMarked
package dev.symbolicator.maps.upload;

import org.jspecify.annotations.NullMarked;
