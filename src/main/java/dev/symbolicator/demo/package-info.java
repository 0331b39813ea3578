/**
 * Serves a small minified app with its source map and a recorded trace, so a first try needs no
 * internet. Uses the service only over HTTP.
 */
@NullMarked
package dev.symbolicator.demo;

import org.jspecify.annotations.NullMarked;
