/**
 * Writes profiles as rows for column stores: the functions, the stacks, and one row for the profile
 * with arrays of its stacks' times. Adds profiles up by the same keys. Knows no store and keeps
 * nothing.
 *
 * <p>{@code RowHead} reads what a row says of the profile as a whole, {@code FunctionRow} of a
 * function, {@code RowKeys} makes the keys of functions and stacks, and {@code ProfileRows} writes.
 * {@code ProfileSum} is the call tree of many profiles, which exports and rows are made of. Keys
 * are pure: equal functions and stacks have equal rows in every answer of every instance, so a
 * store keeps one of them.
 *
 * <p>{@code ProfileRowsTest} speaks for rows and keys, {@code ProfileSumTest} for sums, {@code
 * RowsTest} and {@code AggregateTest} of {@code api} for the whole service, and {@code
 * FleetPageTest} for a real store.
 */
@NullMarked
package dev.symbolicator.rows;

import org.jspecify.annotations.NullMarked;
