/**
 * Writes profiles as rows for column stores: the functions, the stacks, and one row for the profile
 * with arrays of its stacks' times. Knows no store and keeps nothing.
 *
 * <p>{@code RowHead} reads what a row says of the profile as a whole, {@code RowKeys} makes the
 * keys of functions and stacks, and {@code ProfileRows} writes. Keys are pure: equal functions and
 * stacks have equal rows in every answer of every instance, so a store keeps one of them.
 *
 * <p>{@code ProfileRowsTest} speaks for rows and keys, {@code RowsTest} of {@code api} for the
 * whole service, and {@code FleetPageTest} for a real store.
 */
@NullMarked
package dev.symbolicator.rows;

import org.jspecify.annotations.NullMarked;
