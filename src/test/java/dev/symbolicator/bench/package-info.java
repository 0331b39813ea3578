/**
 * What the source map reader costs, beside the readers it is compared with, and what the scanner of
 * JavaScript costs. Nothing here runs in the tests; {@code src/test/bench/README.md} says how to
 * run it and what came of it.
 */
package dev.symbolicator.bench;
