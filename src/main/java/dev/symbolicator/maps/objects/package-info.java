/**
 * Durable bytes under names, in a folder or in a bucket. Unlike {@code store}, nothing here is a
 * cache: an object stays until it is deleted.
 *
 * <p>{@code FolderObjectsTest} and {@code BucketObjectsTest} run one contract over both; {@code
 * KilledWriterTest}, {@code FolderFailuresTest} and {@code BucketFailuresTest} speak for kills and
 * failures.
 */
@NullMarked
package dev.symbolicator.maps.objects;

import org.jspecify.annotations.NullMarked;
