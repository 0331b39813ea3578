/**
 * Compiles scripts with their maps under limits of threads and memory, and keeps the tables under a
 * hash of everything that they are made of. Where files come from is not known here.
 *
 * <p>Tests: HostileMemoryTest, TableCodecTest; CompilerTurnsTest of {@code script}.
 */
@NullMarked
package dev.symbolicator.tables;

import org.jspecify.annotations.NullMarked;
