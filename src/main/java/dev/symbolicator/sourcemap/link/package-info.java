/**
 * Finds the URL of a script's source map in the script and its headers. No I/O; does not read the
 * map.
 *
 * <p>{@code SourceMappingUrlTest} and {@code DebugIdTest} speak for this package.
 */
@NullMarked
package dev.symbolicator.sourcemap.link;

import org.jspecify.annotations.NullMarked;
