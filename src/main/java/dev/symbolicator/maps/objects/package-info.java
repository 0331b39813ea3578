/**
 * Durable bytes under names, in a folder or in a bucket. Unlike {@code store}, nothing here is a
 * cache: an object stays until it is deleted.
 *
 * <p>{@code ObjectStoreContract} holds for both stores, {@code FolderFailuresTest} and {@code
 * BucketFailuresTest} say what is told of each failure.
 */
@NullMarked
package dev.symbolicator.maps.objects;

import org.jspecify.annotations.NullMarked;
