/**
 * Holds one budget of bytes for everything in flight, and the types that charge it. Code that holds
 * bytes takes a lease from {@code ByteBudget}. Work whose memory cannot be foretold takes an {@code
 * Allowance}: its data structures ask before they grow, and {@code Allowance.Exceeded} ends the
 * work where an {@code OutOfMemoryError} would end the process.
 *
 * <p>{@code ByteBudgetTest} and {@code AllowanceTest} speak for this package, {@code
 * HostileMemoryTest} of {@code tables} for all who charge.
 */
@NullMarked
package dev.symbolicator.memory;

import org.jspecify.annotations.NullMarked;
