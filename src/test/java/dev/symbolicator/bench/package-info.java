/**
 * Measures the source map reader against other readers, and the compiler of tables and the scanner
 * of JavaScript. No test runs these benchmarks; {@code src/test/bench/README.md} describes the
 * commands.
 */
package dev.symbolicator.bench;
