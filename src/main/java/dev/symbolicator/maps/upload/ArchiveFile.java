package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.objects.Spool.SpooledBlob;

/**
 * A file of an archive, taken out of the archive.
 *
 * @param path relative, with slashes, without {@code .} and {@code ..}
 */
public record ArchiveFile(String path, SpooledBlob content) {}
