/**
 * Compiles a script and its source map into a symbol table, and looks positions up in the table. No
 * I/O; knows no URLs of scripts and no profiles.
 */
@NullMarked
package dev.symbolicator.symbols;

import org.jspecify.annotations.NullMarked;
