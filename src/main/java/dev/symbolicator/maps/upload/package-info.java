/**
 * Takes archives of build folders apart, pairs scripts with source maps, checks each pair, and adds
 * the pairs to the library. Knows no endpoint.
 *
 * <p>{@code ArchiveReaderTest} has hostile archives, {@code PairingTest} which map is taken.
 */
@NullMarked
package dev.symbolicator.maps.upload;

import org.jspecify.annotations.NullMarked;
