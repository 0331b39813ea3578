/**
 * Measures the source map reader beside other readers, the compiler of tables and the scanner of
 * JavaScript. No test runs this; {@code src/test/bench/README.md} describes the commands.
 */
package dev.symbolicator.bench;
