package dev.symbolicator.api.batch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that all batches may hold.
 *
 * @param used how many bytes they hold now
 * @param share how many bytes they may hold before only assured bytes are left for each
 */
record BatchRoom(AtomicLong used, long share) {}
