/**
 * Batches: a profile in each line of a request, its answer in the same line of the response.
 *
 * <pre>
 * BatchRunner           one of few places for batches, each a thread
 *  ├ BodyStream         api.http       receives as fast as the thread reads
 *  ├ BatchSum           adds all lines up instead of answering them
 *  └ Batch              reads lines, while there is room for their answers
 *    ├ StreamDecoding   content        undoes gzip, zlib, br and zstd
 *    ├ LineReader       cuts the stream, a lease for each line
 *    ├ Symbolicator     symbolication  as for a single profile
 *    └ BatchAnswer      sends answers in order, as the client reads
 *      └ ChunkEncoder   compresses them, each flushed
 * </pre>
 *
 * <p>The thread works on a line until a script must be waited for, and begins the next one then.
 *
 * <p>{@code BatchTest}, {@code BatchLimitsTest} and {@code BatchTimeoutTest} speak for the whole
 * service, {@code BatchRunTest} and {@code BatchAnswerTest} for order and pace, {@code
 * AggregateTest} of {@code api} for sums.
 */
@NullMarked
package dev.symbolicator.api.batch;

import org.jspecify.annotations.NullMarked;
