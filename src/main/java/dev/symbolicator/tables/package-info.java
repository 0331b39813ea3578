/**
 * Makes symbol tables from scripts and their source maps under limits, and stores the tables by
 * their content. Knows nothing of freshness, and not which URLs a table serves.
 *
 * <p>A <i>block</i> is found by a hash of everything that it was made from ({@code TableCodec}),
 * and never changes; a <i>record</i> of {@code script} holds a URL's last answer, and changes.
 * {@code TableCodecTest} speaks for the keys, {@code HostileMemoryTest} for the memory of hostile
 * scripts and maps.
 */
@NullMarked
package dev.symbolicator.tables;

import org.jspecify.annotations.NullMarked;
