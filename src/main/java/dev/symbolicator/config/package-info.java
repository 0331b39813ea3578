/**
 * Checks configuration keys and converts their values. An unknown key, or a value out of range,
 * stops the start with a sentence that names the key.
 *
 * <p>{@code KnownKeysTest} and {@code ConvertersTest} speak for this package.
 */
@NullMarked
package dev.symbolicator.config;

import org.jspecify.annotations.NullMarked;
