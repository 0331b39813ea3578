/**
 * Converts and checks values of configuration keys. A value out of range stops the start with a
 * message that names its key.
 *
 * <p>{@code ConvertersTest} speaks for this package.
 */
@NullMarked
package dev.symbolicator.config;

import org.jspecify.annotations.NullMarked;
