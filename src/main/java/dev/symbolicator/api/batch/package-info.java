/** Batches: a profile in each line of a request, its answer in the same line of the response. */
@NullMarked
package dev.symbolicator.api.batch;

import org.jspecify.annotations.NullMarked;
