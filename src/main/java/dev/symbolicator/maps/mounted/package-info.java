/**
 * Source maps in folders and buckets that the operator mounts, found by rules on URLs. Nothing is
 * ever written there.
 *
 * <p>{@code MountedMapsTest} and {@code MountedBucketTest} speak for this package.
 */
@NullMarked
package dev.symbolicator.maps.mounted;

import org.jspecify.annotations.NullMarked;
