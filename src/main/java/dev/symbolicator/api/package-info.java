/**
 * Answers HTTP requests: one class per endpoint, its parameters and its answer. Knows no format of
 * profiles and no source maps.
 */
@NullMarked
package dev.symbolicator.api;

import org.jspecify.annotations.NullMarked;
