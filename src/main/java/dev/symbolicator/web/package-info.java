/**
 * Serves the page that shows profiles, and its example: a small minified app with its source map
 * and a recorded trace. Uses the service only over HTTP. Also serves the module that records
 * profiles in browsers.
 *
 * <p>{@code PageResourceTest} and {@code PageModelTest} speak for the page, {@code
 * DemoInChromiumTest} for the example, {@code CollectorResourceTest} for the module, with {@code
 * src/test/collector} in a browser.
 */
@NullMarked
package dev.symbolicator.web;

import org.jspecify.annotations.NullMarked;
