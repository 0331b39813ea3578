/**
 * From a script's URL to its symbol table: locate the map, fetch, compile, remember; failures are
 * values.
 */
@NullMarked
package dev.symbolicator.script;

import org.jspecify.annotations.NullMarked;
