/** Makes symbol tables of scripts and their source maps, and keeps them by their content. */
@NullMarked
package dev.symbolicator.tables;

import org.jspecify.annotations.NullMarked;
