/** Compiles scripts and their source maps into symbol tables, and stores these by content. */
@NullMarked
package dev.symbolicator.tables;

import org.jspecify.annotations.NullMarked;
