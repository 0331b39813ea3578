/**
 * Compares outlines with the functions that acorn, TypeScript and V8 itself find in large texts.
 * {@code src/test/scanner/README.md} tells how to fetch the texts.
 */
package dev.symbolicator.javascript.oracle;
