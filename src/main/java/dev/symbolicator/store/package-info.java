/**
 * Stores bytes that outlive the process: in files of the service's own folder, and in a store that
 * instances share. Does not know what the bytes mean, and trusts none: damaged bytes count as
 * absent. Everything here is a cache; temporary files lie beside it.
 *
 * <p>{@code DiskTierTest}, {@code SharedFolderTest} and {@code FullDiskTest} speak for the disk,
 * {@code TempFilesTest} for temporary files.
 */
@NullMarked
package dev.symbolicator.store;

import org.jspecify.annotations.NullMarked;
