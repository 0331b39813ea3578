/**
 * Serves the page that shows profiles, and its example: a small minified app with its source map
 * and a recorded trace. Uses the service only over HTTP.
 *
 * <p>{@code PageResourceTest} and {@code DemoResourceTest} have the answers.
 */
@NullMarked
package dev.symbolicator.web;

import org.jspecify.annotations.NullMarked;
