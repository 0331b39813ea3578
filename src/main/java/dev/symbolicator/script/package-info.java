/**
 * Finds the symbol table of a script by its URL: known, recorded, locked, fetched, compiled,
 * remembered, and revalidated when no longer fresh. Failures are values. Knows no profiles and no
 * requests.
 */
@NullMarked
package dev.symbolicator.script;

import org.jspecify.annotations.NullMarked;
