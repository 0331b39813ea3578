package dev.symbolicator.maps.objects;

import java.nio.file.Path;

/**
 * Content that waits in a temporary file, compressed, until it is stored or dropped.
 *
 * @param sha256 the hash of the content, inflated
 * @param size the size of the content in bytes, inflated
 * @param file the content in gzip
 */
public record SpooledBlob(String sha256, long size, Path file) {}
