/**
 * What others say of the functions of large texts: acorn, TypeScript and V8 itself. Compared where
 * the texts were fetched; {@code src/test/scanner/README.md} says how.
 */
package dev.symbolicator.javascript.oracle;
