/** The texts of original sources, from source maps and, where wanted, from their URLs. */
@NullMarked
package dev.symbolicator.sources;

import org.jspecify.annotations.NullMarked;
