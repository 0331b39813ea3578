/** Source maps in folders and buckets that the operator mounts, found by rules on URLs. */
@NullMarked
package dev.symbolicator.maps.mounted;

import org.jspecify.annotations.NullMarked;
