/**
 * Source maps in folders and buckets that the operator mounts, found by rules on URLs.
 *
 * <p>{@code MountedMapsTest} and {@code MountedBucketTest} have the rules.
 */
@NullMarked
package dev.symbolicator.maps.mounted;

import org.jspecify.annotations.NullMarked;
