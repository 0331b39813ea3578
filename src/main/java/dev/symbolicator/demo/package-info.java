/**
 * A small minified app with its source map and a recorded trace, so that a first try needs no
 * internet.
 */
@NullMarked
package dev.symbolicator.demo;

import org.jspecify.annotations.NullMarked;
