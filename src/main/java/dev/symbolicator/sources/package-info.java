/**
 * Finds the texts of original sources, in source maps or, if the operator allows fetching, at their
 * URLs. Knows no functions and no symbol tables.
 *
 * <p>Tests: OriginalSourceLoaderTest, FetchedTextsTest.
 */
@NullMarked
package dev.symbolicator.sources;

import org.jspecify.annotations.NullMarked;
