package dev.symbolicator.maps.objects;

/**
 * Names content that is stored under its hash.
 *
 * @param sha256 the hash of the content, inflated
 * @param size the size of the content in bytes, inflated
 */
public record BlobId(String sha256, long size) {}
