/** Answers HTTP requests: one class per endpoint, its parameters and its answer. */
@NullMarked
package dev.symbolicator.api;

import org.jspecify.annotations.NullMarked;
