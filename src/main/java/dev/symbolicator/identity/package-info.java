/**
 * Names original functions so that they stay equal from build to build: the normal path of a
 * source, whichever bundler wrote the map, and the key of a function within its text. {@code
 * docs/identity.md} has the definition. No I/O; knows no source maps and no symbol tables.
 *
 * <p>Both are parts of published ids, so an answer that changes breaks the history of its
 * functions: {@code NormalPathTest} has a row for every spelling, {@code FunctionKeysTest} and
 * {@code FrozenKeysTest} hold ids.
 */
@NullMarked
package dev.symbolicator.identity;

import org.jspecify.annotations.NullMarked;
