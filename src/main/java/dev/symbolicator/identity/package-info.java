/**
 * Names the place of an original function so that it stays equal from build to build: the normal
 * path of its source, whichever bundler wrote the map. No I/O; knows no symbol tables.
 *
 * <p>A normal path is part of a published key, so an answer that changes breaks the history of its
 * functions: {@code NormalPathTest} has a row for every spelling.
 */
@NullMarked
package dev.symbolicator.identity;

import org.jspecify.annotations.NullMarked;
